import { expect, it } from 'vitest';
import { askChild, startChildServer } from './childServer.ts';

it('A server is ready with its first message and answers questions until it is ended', async () => {
  const program = `process.on('message', (question) => process.send(question + '!'));
    process.send({ address: 'http://127.0.0.1:1' })`;
  const { ready, child, end } = await startChildServer<{ address: string }>(['-e', program]);
  expect(ready).toEqual({ address: 'http://127.0.0.1:1' });
  expect(await askChild(child, 'memory')).toBe('memory!');
  await end();
  expect(child.signalCode).toBe('SIGTERM');
});

it('A server that ends before it is ready fails the start', async () => {
  await expect(startChildServer(['-e', 'process.exit(3)'])).rejects.toThrow(
    'The server ended with code 3',
  );
});
