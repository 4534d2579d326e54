// A child process that submits answers one after the other to a shared database.
import { openDatabase } from '#server/db/database.ts';
import { json, startTestServer, hashStatements, visit } from './testServer.ts';

const { databaseUrl, dataDir, processGuid, count } = JSON.parse(process.argv[2] ?? '') as {
  databaseUrl?: string;
  dataDir: string;
  processGuid: string;
  count: number;
};
const db = openDatabase({ databaseUrl, dataDir });
const server = await startTestServer({
  open: async () => ({ db, folder: dataDir, databaseUrl, remove: () => db.destroy() }),
});
for (let sent = 0; sent < count; sent += 1) {
  const visitor = await visit(server, processGuid);
  const { workflowKey, headers } = visitor;
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/assistants/process?workflowKey=${workflowKey}`,
    headers,
    payload: {
      revision: 1,
      language: 'de',
      agbAccepted: true,
      datenschutzAccepted: true,
      statementHashes: await hashStatements(server, visitor),
      answers: [{ elementId: 'name', type: 'input', value: `Nummer ${sent}` }],
    },
  });
  if (answer.statusCode !== 200) throw new Error(String(json(answer)['reasonMessage']));
}
await server.close();
