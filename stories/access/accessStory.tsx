import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { getInvitation } from '#schemas/access/users.ts';
import { StatementHashes } from '#schemas/accounts/statements.ts';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { makeSession, makeInvitation } from '#schemas/testing/make.ts';
import { useGetInvitationQuery } from '#src/api/access/users.ts';
import { createStore } from '#src/app/store.ts';
import { removeStored } from '#src/device/storage.ts';
import { registration } from '#src/features/access/registration/slice.ts';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { responds, mockApi } from '../support/mockApi.ts';

export const key = 'storyKeyStoryKeyStoryKey';
export const languageChoice = <LanguageChoice />;

/** Renders a page at its address; `username` is a value of the registration's store. */
export function At({
  path,
  search = '',
  state,
  username,
  children,
}: {
  path: string;
  search?: string;
  state?: unknown;
  username?: string | undefined;
  children: ReactNode;
}) {
  const [store] = useState(() => {
    const made = createStore();
    if (username !== undefined) made.dispatch(registration.actions.usernameChosen(username));
    return made;
  });
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[{ pathname: path, search, state }]}>{children}</MemoryRouter>
    </Provider>
  );
}

/** Loads the invitation before the page, as the guards do. */
export function Invited({ children }: { children: ReactNode }) {
  const { data, error } = useGetInvitationQuery({ params: { hashUserKey: key } });
  return data || error ? children : null;
}

export const accessMeta = {
  parameters: { isPage: true, layout: 'fullscreen' },
  beforeEach: () => {
    forgetTexts();
    return () =>
      (['registeredSession', 'unregisteredSession', 'registration'] as const).forEach(removeStored);
  },
} satisfies Meta;
export type Story = StoryObj;
export type Planned = Parameters<typeof mockApi>;
export type Play = NonNullable<Story['play']>;

export const oldTexts = { agb: 'a'.repeat(64), datenschutz: 'c'.repeat(64) };
export const newTexts = { ...oldTexts, agb: 'b'.repeat(64) };
export const changed = 'Der Text, dem Sie zustimmen, wurde gerade geändert.';
/** The current texts. The first request that accepts them gets changed ones. */
export const texts = { now: oldTexts, areAccepted: false };
const forgetTexts = (): void => {
  Object.assign(texts, { now: oldTexts, areAccepted: false });
};
export const takesNewTexts = (endpoint: Endpoint, field: string, reply: object): Planned[0] => ({
  endpoint,
  async answer(_, request) {
    const { statementHashes } = (await request.json()) as { statementHashes?: StatementHashes };
    texts.areAccepted = statementHashes?.agb === newTexts.agb;
    texts.now = newTexts;
    if (texts.areAccepted) return Response.json(reply);
    return Response.json(
      { reason: 'statementsChanged', reasonMessage: changed, fields: { [field]: changed } },
      { status: 409 },
    );
  },
});

export const invitation = makeInvitation({
  accountId: 'account1',
  userId: 'storyUser',
  authentication: key,
  statementHashes: oldTexts,
});
export const longName =
  'Rechtsanwaltspartnerschaftsgesellschaft Freiherr von und zu Hohenstein-Brandenburger, ' +
  'Wollschlägermann & Kolleginnen mbB';
export const invited = responds(getInvitation, invitation);
export const byLongName = responds(getInvitation, {
  ...invitation,
  accountName: longName,
  isSmsAvailable: false,
});
export const session = makeSession({
  userId: 'storyUser',
  username: null,
  userStatus: 0,
  accountId: 'account1',
  accountIds: ['account1'],
});
export { offline } from '../support/failsFirst.ts';
export const tooMany = 'Das waren zu viele Versuche. Warten Sie einen Moment.';

export const shown = (render: () => ReactNode, ...planned: Planned): Story => ({
  render: () => <>{render()}</>,
  beforeEach: () => mockApi(...planned),
});
export const then = (story: Story, play: Play): Story => ({
  ...story,
  play: async (context) => {
    await story.play?.(context);
    await play(context);
  },
});
export const press =
  (name: string | RegExp): Play =>
  async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name }));
export const says =
  (text: string | RegExp): Play =>
  async ({ canvas }) => {
    await expect((await canvas.findAllByText(text))[0]).toBeVisible();
  };
/** Presses a button and expects a text. */
export const after = (story: Story, name: string | RegExp, text: string | RegExp): Story =>
  then(then(story, press(name)), says(text));
