"""Uploaded files, and the form in which the Web API shows them."""

import mimetypes
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class StoredFile:
    """A file: announced first, then uploaded, then completed and shared."""

    id: str
    team: str
    user: str
    name: str
    size: int
    created: int
    content: bytes | None = None
    title: str = ""
    alt_text: str = ""
    completed: bool = False
    shared_in: dict[str, list[str]] = field(default_factory=dict)

    @property
    def mimetype(self) -> str:
        """The type that the name's ending says."""
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"


def file_json(file: StoredFile, base_url: str) -> dict[str, Any]:
    """Return a file object as it stands in a message; its addresses are below `base_url`."""
    ending = file.name.rpartition(".")[2].lower() if "." in file.name else "binary"
    address = f"{base_url}/files/{file.id}/{file.name}"
    shown: dict[str, Any] = {
        "id": file.id,
        "created": file.created,
        "timestamp": file.created,
        "name": file.name,
        "title": file.title or file.name,
        "mimetype": file.mimetype,
        "filetype": ending,
        "pretty_type": ending.upper(),
        "user": file.user,
        "user_team": file.team,
        "editable": False,
        "size": file.size,
        "mode": "hosted",
        "is_external": False,
        "external_type": "",
        "is_public": True,
        "public_url_shared": False,
        "display_as_bot": False,
        "username": "",
        "url_private": address,
        "url_private_download": address,
        "permalink": address,
        "permalink_public": address,
        "has_rich_preview": False,
        "file_access": "visible",
        "media_display_type": "unknown",
    }
    if file.mimetype.startswith("image/"):
        shown |= {"thumb_360": address, "thumb_480": address, "thumb_64": address}
    if file.alt_text:
        shown["alt_txt"] = file.alt_text
    return shown


def shared_file_json(file: StoredFile, base_url: str) -> dict[str, Any]:
    """Return a file object as the files methods show it, with where it was shared."""
    shared = {"channels": list(file.shared_in), "groups": [], "ims": []}
    return file_json(file, base_url) | shared
