"""files.*: the two steps of an upload, and looking at a file."""

from bot.sandbox.web_api.call import Answer, Call, Method
from bot.sandbox.web_api.content import check_blocks
from bot.sandbox.world.files import StoredFile, file_json, shared_file_json
from bot.sandbox.world.posting import Draft, post, thread_parent
from bot.sandbox.world.texts import escape


def get_upload_url(call: Call) -> Answer:
    """Announce a file and get the address to send its content to."""
    call.needs("files:write")
    name, length = call.text("filename"), call.text("length")
    if not name or not length.isdigit() or int(length) < 1:
        call.fail("invalid_arguments")
    world = call.world
    file = StoredFile(
        id=world.ids.new("F"),
        team=call.me.team,
        user=call.me.bot_user,
        name=name.replace("/", "_"),
        size=int(length),
        created=world.clock(),
        alt_text=call.text("alt_txt"),
    )
    world.files[file.id] = file
    return {"upload_url": f"{call.services.base_url}/upload/v1/{file.id}", "file_id": file.id}


def complete_upload(call: Call) -> Answer:
    """Finish uploads and share them in channels, in one message each."""
    call.needs("files:write")
    listed = call.parsed("files", list, "invalid_arguments")
    if not listed:
        call.fail("invalid_arguments")
    files = [_finish(call, one) for one in listed]
    wanted = call.text("channel_id") or call.text("channels")
    for channel_id in [one for one in wanted.split(",") if one]:
        _share(call, channel_id, files)
    base = call.services.base_url
    return {"files": [shared_file_json(one, base) for one in files]}


def info(call: Call) -> Answer:
    """Show a file."""
    call.needs("files:read")
    file = call.world.files.get(call.text("file"))
    if file is None or not file.completed or file.team != call.me.team:
        call.fail("file_not_found")
    return {"file": shared_file_json(file, call.services.base_url)}


def _finish(call: Call, listed: object) -> StoredFile:
    if not isinstance(listed, dict):
        call.fail("invalid_arguments")
    file = call.world.files.get(str(listed.get("id")))
    if file is None or file.user != call.me.bot_user:
        call.fail("file_not_found")
    if file.content is None:
        call.fail("file_update_failed")
    file.title, file.completed = str(listed.get("title") or file.name), True
    return file


def _share(call: Call, channel_id: str, files: list[StoredFile]) -> None:
    world, channel = call.world, call.world.channels.get(channel_id)
    if channel is None or call.me.team not in channel.teams:
        call.fail("channel_not_found")
    if call.me.bot_user not in channel.members:
        call.fail("not_in_channel")
    blocks = call.parsed("blocks", list, "invalid_blocks_format") or []
    if blocks:
        check_blocks(blocks)
    thread_ts = call.text("thread_ts") or None
    if thread_ts and thread_parent(world, channel, thread_ts) is None:
        call.fail("thread_not_found")
    for file in files:
        file.shared_in.setdefault(channel.id, [])
    draft = Draft(
        text=escape(call.text("initial_comment")),
        blocks=blocks,
        files=[file_json(one, call.services.base_url) for one in files],
        thread_ts=thread_ts,
    )
    message = post(world, channel, call.me, draft)
    for file in files:
        file.shared_in[channel.id].append(message.ts)


METHODS: dict[str, Method] = {
    "files.getUploadURLExternal": get_upload_url,
    "files.completeUploadExternal": complete_upload,
    "files.info": info,
}
