"""Calls tools with version 2 of the official SDK: one JSON line per call in, one per result out."""

import asyncio
import json
import os
import sys


async def main(where):
    from mcp import Client, StdioServerParameters

    if where.startswith("http"):
        import httpx2
        from mcp.client.streamable_http import streamable_http_client

        headers = {"Authorization": f"Bearer {os.environ['RSC_TOKEN']}"}
        http = httpx2.AsyncClient(headers=headers, timeout=120)
        server = streamable_http_client(where, http_client=http)
    else:
        words = json.loads(where)
        server = StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))
    async with Client(server) as client:
        print(json.dumps({"tools": [tool.name for tool in (await client.list_tools()).tools]}), flush=True)
        for line in iter(sys.stdin.readline, ""):
            call = json.loads(line)
            result = await client.call_tool(call["tool"], call["arguments"])
            size = len(result.model_dump_json(by_alias=True, exclude_none=True).encode())
            print(json.dumps({"size": size, "error": result.is_error, "held": result.structured_content,
                              "text": result.content[0].text}), flush=True)  # fmt: skip


asyncio.run(main(sys.argv[1]))
