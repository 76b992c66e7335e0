"""What of the host changes what a command does."""

from __future__ import annotations

import os

from bot.agent.host import host_context


def config(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def test_the_working_directory_and_the_current_context(tmp_path):
    config(tmp_path, ".kube/config", "apiVersion: v1\ncurrent-context: prod-eu # ours\n")
    found = host_context("/srv/app", {"HOME": str(tmp_path)})
    assert found == {"cwd": "/srv/app", "kube_context": "prod-eu"}


def test_the_first_file_that_names_a_context_wins_as_with_kubectl(tmp_path):
    first = config(tmp_path, "a", "apiVersion: v1\ncurrent-context: ''\n")
    second = config(tmp_path, "b", 'current-context: "staging"\n')
    third = config(tmp_path, "c", "current-context: prod\n")
    listed = os.pathsep.join([first, str(tmp_path / "missing"), second, third])
    assert host_context("", {"KUBECONFIG": listed}) == {"kube_context": "staging"}


def test_a_context_of_that_name_further_in_is_not_the_current_one(tmp_path):
    config(tmp_path, ".kube/config", "preferences:\n  current-context: prod\n")
    assert host_context("/", {"HOME": str(tmp_path)}) == {"cwd": "/"}


def test_without_a_kubeconfig_there_is_none(tmp_path):
    assert host_context("/", {"HOME": str(tmp_path)}) == {"cwd": "/"}
    assert host_context("/", {}) == {"cwd": "/"}
