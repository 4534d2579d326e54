import type { Meta } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import { activateAccount } from '#schemas/access/acceptances.ts';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { listCases } from '#schemas/cases/cases.ts';
import { makeAccount } from '#schemas/testing/make.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { DashboardPage } from '#src/features/portal/dashboard/DashboardPage.tsx';
import { getToasts } from '#src/ui/toast.ts';
import { responds, mockApi, rejects } from '../support/mockApi.ts';
import { inEnglish } from '../support/variants.ts';
import {
  At,
  accessMeta,
  type Story,
  type Planned,
  type Play,
  oldTexts,
  newTexts,
  changed,
  texts,
  takesNewTexts,
  session,
  then,
  says,
} from './accessStory.tsx';

/** The activation of an account on the dashboard. */
const meta = {
  title: 'Screens/Activation',
  ...accessMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const locked = makeAccount({
  id: 'account1',
  name: 'Nordwind Coaching',
  mainColor: '#f2b705',
  isActivated: false,
  esyThingAgb: '## Bedingungen',
  esyThingDatenschutz: '## Datenschutz',
  statementHashes: oldTexts,
});
const board = (...planned: Planned): Story => ({
  render: () => (
    <At path="/dashboard">
      <DashboardPage />
    </At>
  ),
  beforeEach: () => {
    userSessions.start('registered', session);
    return mockApi(
      ...planned,
      responds(listAccounts, { accounts: [locked] }),
      responds(listCases, { akten: [] }),
    );
  },
});
const accept: Play = async ({ canvas, userEvent }) =>
  userEvent.click(await canvas.findByRole('checkbox'));
const activate: Play = async ({ canvas, userEvent }) =>
  userEvent.click(await canvas.findByRole('button', { name: 'Zugang aktivieren' }));
export const Activation = then(board(), async ({ canvas }) => {
  await expect(await canvas.findByRole('checkbox')).toBeVisible();
  await expect(canvas.getByRole('button', { name: 'Zugang aktivieren' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
export const ActivationEnglish = inEnglish(board());
export const ActivationAccepted = then(Activation, accept);
const another = { ...locked, id: 'account2', name: 'Falkenried Rechtsanwälte' };
/** One form is open at a time; the button of another card opens and focuses its form. */
export const ActivationOfSeveral = then(
  board({ endpoint: listAccounts, answer: () => Response.json({ accounts: [locked, another] }) }),
  async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('group', { name: 'Zugang bei Nordwind Coaching aktivieren' }),
    ).toBeVisible();
    await userEvent.click(
      canvas.getByRole('button', { name: 'Zugang aktivieren: Falkenried Rechtsanwälte' }),
    );
    await expect(
      await within(
        await canvas.findByRole('group', {
          name: 'Zugang bei Falkenried Rechtsanwälte aktivieren',
        }),
      ).findByRole('checkbox'),
    ).toHaveFocus();
    await expect(
      canvas.getByRole('button', { name: 'Zugang aktivieren: Nordwind Coaching' }),
    ).toBeVisible();
  },
);
/** A link opens the form of its account. */
export const ActivationByLink = then(
  {
    ...board({
      endpoint: listAccounts,
      answer: () => Response.json({ accounts: [locked, another] }),
    }),
    render: () => (
      <At path="/dashboard" search="?accid=account2&activateMode=1">
        <DashboardPage />
      </At>
    ),
  },
  async ({ canvas }) => {
    const box = await within(
      await canvas.findByRole('group', { name: 'Zugang bei Falkenried Rechtsanwälte aktivieren' }),
    ).findByRole('checkbox');
    await waitFor(() => expect(box).toHaveFocus());
    await expect(canvas.queryByRole('complementary', { name: 'Ihre Kanzlei' })).toBeNull();
  },
);
const clicked = { isActivated: false };
/** Without terms a click is enough. */
export const ActivationByClick = then(
  board(
    {
      endpoint: listAccounts,
      answer: () =>
        Response.json({
          accounts: [
            {
              ...locked,
              esyThingAgb: null,
              esyThingDatenschutz: null,
              statementHashes: {},
              isActivated: clicked.isActivated,
            },
          ],
        }),
    },
    {
      endpoint: activateAccount,
      answer: () => {
        clicked.isActivated = true;
        return Response.json({ isActivated: true });
      },
    },
  ),
  async ({ canvas, userEvent }) => {
    clicked.isActivated = false;
    await expect(canvas.queryByRole('checkbox')).toBeNull();
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Zugang aktivieren: Nordwind Coaching' }),
    );
    await expect(
      await canvas.findByRole('link', { name: 'Details zu Nordwind Coaching' }),
    ).toBeVisible();
    await expect(getToasts().map(({ text }) => text)).toContainEqual({
      id: 'dashboard.activated',
      values: { name: 'Nordwind Coaching' },
    });
  },
);
const boardOfNewTexts = board(
  {
    endpoint: listAccounts,
    answer: () =>
      Response.json({
        accounts: [
          {
            ...locked,
            name: texts.now === newTexts ? 'Nordwind' : locked.name,
            statementHashes: texts.now,
            isActivated: texts.areAccepted,
          },
        ],
      }),
  },
  takesNewTexts(activateAccount, '/agbAndDatenschutzAccepted', { isActivated: true }),
);
const isRefusedOnce: Play = async (context) => {
  const { canvas } = context;
  await accept(context);
  await activate(context);
  await expect(await canvas.findByText(changed)).toBeVisible();
  await expect(canvas.getByRole('checkbox')).not.toBeChecked();
  await accept(context);
  await activate(context);
  await waitFor(() => expect(canvas.queryByRole('checkbox')).toBeNull());
};
export const ActivationTermsChange = then(boardOfNewTexts, isRefusedOnce);
function RereadAccounts() {
  const { refetch } = useListAccountsQuery();
  return (
    <button type="button" onClick={() => void refetch()}>
      Neu lesen
    </button>
  );
}
/** An event reloads the account after its terms were read, so they are rejected. */
export const ActivationTermsChangeMeanwhile = then(
  {
    ...boardOfNewTexts,
    render: () => (
      <At path="/dashboard">
        <RereadAccounts />
        <DashboardPage />
      </At>
    ),
  },
  async (context) => {
    const { canvas, userEvent } = context;
    await canvas.findByRole('checkbox');
    texts.now = newTexts;
    await userEvent.click(canvas.getByRole('button', { name: 'Neu lesen' }));
    await canvas.findByRole('group', { name: 'Zugang bei Nordwind aktivieren' });
    await isRefusedOnce(context);
  },
);
export const ActivationFailed = then(
  then(
    then(board(rejects(activateAccount, 'conflict', 'Das geht gerade nicht.')), accept),
    activate,
  ),
  says('Das geht gerade nicht.'),
);
