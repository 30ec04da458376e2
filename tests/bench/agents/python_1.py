"""Calls tools with version 1 of the official SDK: one JSON line per call in, one per result out."""

import asyncio
import json
import os
import sys


async def calls(read, write):
    from mcp import ClientSession

    async with ClientSession(read, write) as session:
        await session.initialize()
        print(json.dumps({"tools": [tool.name for tool in (await session.list_tools()).tools]}), flush=True)
        for line in iter(sys.stdin.readline, ""):
            call = json.loads(line)
            result = await session.call_tool(call["tool"], call["arguments"])
            size = len(result.model_dump_json(by_alias=True, exclude_none=True).encode())
            print(json.dumps({"size": size, "error": result.isError, "held": result.structuredContent,
                              "text": result.content[0].text}), flush=True)  # fmt: skip


async def main(where):
    if where.startswith("http"):
        from mcp.client.streamable_http import streamablehttp_client

        headers = {"Authorization": f"Bearer {os.environ['RSC_TOKEN']}"}
        async with streamablehttp_client(where, headers=headers) as (read, write, _):
            await calls(read, write)
    else:
        from mcp import StdioServerParameters
        from mcp.client.stdio import stdio_client

        words = json.loads(where)
        server = StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))
        async with stdio_client(server) as (read, write):
            await calls(read, write)


asyncio.run(main(sys.argv[1]))
