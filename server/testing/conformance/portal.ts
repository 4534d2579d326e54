import { answerRequests } from '#server/access/credentials/service.ts';
import { registerDemoRoutes } from '#server/demo/routes.ts';
import type { OpenTestDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer } from '#server/testing/testServer.ts';
import { createFixedInsurances } from '#server/ports/insuranceSource.ts';
import { createBrowser, type Browser } from './browser.ts';
import * as people from './people.ts';
import * as provider from './provider.ts';

/**
 * Starts a server that listens, with two providers, and returns what a tester from outside has:
 * browsers, the providers' API, the mails that were sent, and a clock.
 */
export async function startPortal(open: OpenTestDatabase) {
  const server = await startTestServer({
    open,
    insurances: createFixedInsurances(
      [{ foreignId: '7', name: 'Rechtsschutz Nord' }],
      'The conformance test',
    ),
    appOptions: { extend: registerDemoRoutes },
  });
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const texts = { terms: '# Regeln', privacy: '# Datenschutz' };
  const account = await provider.addProvider(server, origin, 'nord', texts);
  const other = await provider.addProvider(server, origin, 'sued');
  const visit = (token?: string): Browser => createBrowser(origin, token);
  return {
    account,
    other,
    /** A registered client of the first account; tests change nothing about the login. */
    client: await people.registerClient(account, origin),
    /** A registered client of the other account. */
    stranger: await people.registerClient(other, origin),
    visit,
    invite: () => people.invite(account),
    requestPin: people.requestPin,
    openAdhoc: (invited: people.Invited) => people.openAdhoc(visit(), invited),
    prepareRegistration: people.prepareRegistration,
    registerClient: () => people.registerClient(account, origin),
    logIn: (username: string) => people.logIn(visit(), username),
    async readMail(to: string, pattern: RegExp) {
      await answerRequests(server.deps); // as the server does every few seconds
      return people.readMail(origin, to, pattern);
    },
    openCase: provider.openCase,
    write: (caseId: string, more?: object, at = account) => provider.write(at, caseId, more),
    publish: (definition: object) => provider.publish(account, definition),
    forward: (ms: number) => server.clock.forward(ms),
    close: () => server.close(),
  };
}

export type Portal = Awaited<ReturnType<typeof startPortal>>;

/** Sentence that is true of the call, and its proof. */
export type Fact = readonly [sentence: string, prove: (portal: Portal) => Promise<void>];

/** Facts that every call needs: success, permission and input. `also` lists further ones. */
export type CallFacts = {
  succeeds: Fact;
  refuses: Fact;
  rejects: Fact;
  also?: readonly Fact[];
};
export type Facts = Readonly<Record<string, CallFacts>>;
