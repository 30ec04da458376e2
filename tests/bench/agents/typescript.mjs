// Calls tools with the official SDK for TypeScript: one JSON line per call in, one per result out.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const require = createRequire(process.cwd() + "/");  // the SDK is installed in the working directory
const load = (name) => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${name}`)).href);
const { Client } = await load("client/index.js");
const where = process.argv[2];
let transport;
if (where.startsWith("http")) {
  const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");
  const headers = { Authorization: `Bearer ${process.env.RSC_TOKEN}` };
  transport = new StreamableHTTPClientTransport(new URL(where), { requestInit: { headers } });
} else {
  const { StdioClientTransport } = await load("client/stdio.js");
  const [command, ...args] = JSON.parse(where);
  transport = new StdioClientTransport({ command, args, env: process.env });
}
const client = new Client({ name: "session", version: "1" });
await client.connect(transport);
console.log(JSON.stringify({ tools: (await client.listTools()).tools.map((tool) => tool.name) }));
for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  const result = await client.callTool({ name: call.tool, arguments: call.arguments }, undefined, { timeout: 120000 });
  console.log(JSON.stringify({
    size: Buffer.byteLength(JSON.stringify(result)),
    error: Boolean(result.isError),
    held: result.structuredContent,
    text: result.content[0].text,
  }));
}
await client.close();
