/** Values of `node:http`. Imported as a module it would also load Node's client of WebSocket and fetch, at each start. */
export const { createServer, ServerResponse } = process.getBuiltinModule('node:http')
