import type { Meta } from '@storybook/react-vite';
import { expect, screen, waitFor, within } from 'storybook/test';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { getTimeline } from '#schemas/cases/messages.ts';
import type { StoredFile } from '#schemas/files/files.ts';
import { makeAccount } from '#schemas/testing/make.ts';
import {
  endStoredDraft,
  listDraftNames,
  loadStoredForm,
  saveDraft,
} from '#src/device/indexedDb/draftStorage.ts';
import { claimDraftName } from '#src/device/indexedDb/ownDraftName.ts';
import {
  getMessageDraftName,
  queueMessage,
  type QueuedMessage,
} from '#src/device/indexedDb/messageQueue.ts';
import { MessageWriting } from '#src/features/cases/messages/MessageWriting.tsx';
import { Timeline } from '#src/features/cases/messages/Timeline.tsx';
import { useQueued } from '#src/features/cases/messages/useQueued.ts';
import { logIn } from '../support/logIn.ts';
import { responds, isUnreachable, mockApi } from '../support/mockApi.ts';
import { onPhone } from '../support/variants.ts';
import { timelineMeta, type Story, place, question, page, shared } from './timelineStory.tsx';

/** Messages that wait, are sent or were rejected. */
const meta = {
  title: 'Screens/Message queue',
  ...timelineMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const power: QueuedMessage = {
  key: 'q1',
  place,
  written: {
    Header: 'Vollmacht unterschrieben',
    TextContent: 'Anbei die Vollmacht.',
    UploadIds: [{ entityId: 'f1', name: 'Vollmacht.pdf' }],
  },
  queuedAt: '2026-11-20T14:31:00Z',
};

function withQueue(...queue: QueuedMessage[]): Story & { beforeEach: () => Promise<() => void> } {
  return {
    render: () => <Timeline place={place} isOpenForReplies holding={shared} />,
    beforeEach: async () => {
      const logOut = logIn();
      for (const message of queue) await queueMessage('u1', message);
      const end = mockApi(
        responds(listAccounts, { accounts: [] }),
        responds(getTimeline, page(question)),
      );
      return () => {
        end();
        logOut();
      };
    },
  };
}

export const Sending: Story = {
  ...withQueue(power),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Wird gesendet')).toBeInTheDocument();
  },
};
export const WaitingForTheNet: Story = {
  ...withQueue({ ...power, isWaiting: true }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Zurückholen' })).toBeInTheDocument();
  },
};
export const WaitingForTheNetOnAPhone = onPhone(WaitingForTheNet);
export const TakenBack: Story = {
  ...withQueue({ ...power, isWaiting: true }),
  play: async ({ canvas }) => {
    // userEvent would not wait for lazy code
    (await canvas.findByRole('button', { name: 'Zurückholen' })).click();
    await expect(await canvas.findByRole('textbox', { name: /Betreff/ })).toHaveValue(
      'Vollmacht unterschrieben',
    );
    await expect(canvas.queryByText('Wartet auf die Verbindung')).toBeNull();
  },
};
export const CameBack: Story = {
  ...withQueue({ ...power, returned: { textId: 'UploadLimit' } }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('textbox', { name: /Nachricht/ })).toHaveValue(
      'Anbei die Vollmacht.',
    );
    await expect(canvas.getByRole('alert')).toHaveTextContent('Sie können gerade nichts hochladen');
  },
};
const receipt = { key: 'f2', name: 'Beleg.pdf' };
/** One file was rejected, the other was uploaded; both are restored. */
export const CameBackWithItsFiles: Story = {
  ...withQueue(),
  beforeEach: async () => {
    const end = await withQueue().beforeEach();
    const stored: StoredFile = {
      fileuploadId: 'f3',
      fileName: 'Foto.jpg',
      fileExtension: 'jpg',
      size: 20_480,
      hasThumbnail: false,
    };
    await queueMessage(
      'u1',
      {
        ...power,
        files: [{ key: 'f3', name: 'Foto.jpg', stored }, receipt],
        returned: { text: 'Beleg.pdf: Diese Datei enthält einen Virus.' },
      },
      [{ key: 'f2', file: new File(['%PDF'], 'Beleg.pdf') }],
    );
    return end;
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Foto.jpg')).toBeInTheDocument();
    await expect(await canvas.findByText('Beleg.pdf')).toBeInTheDocument();
    await expect(
      canvas.getByText('Beleg.pdf: Diese Datei enthält einen Virus.'),
    ).toBeInTheDocument();
  },
};
const unreachable = withQueue({ ...power, isWaiting: true });
/** After an offline reload the timeline is missing, and queued messages are shown. */
export const OffTheNet: Story = {
  ...unreachable,
  beforeEach: async () => {
    const end = await unreachable.beforeEach();
    const endOff = mockApi(isUnreachable(getTimeline));
    return () => {
      endOff();
      end();
    };
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toBeInTheDocument();
    await expect(
      await canvas.findByRole('article', { name: 'Sie: Vollmacht unterschrieben' }),
    ).toHaveTextContent('Wartet auf die Verbindung');
    await expect(canvas.getByRole('button', { name: 'Nachricht schreiben' })).toBeInTheDocument();
  },
};
/** A returned message that was closed does not open by itself; a button restores it. */
export const CameBackEarlier: Story = {
  ...withQueue({ ...power, returned: 'takenBack', isPutOff: true }),
  play: async ({ canvas }) => {
    const goOn = await canvas.findByRole('button', { name: 'Weiterschreiben' });
    await expect(canvas.queryByRole('dialog')).toBeNull();
    goOn.click();
    await expect(await canvas.findByRole('textbox', { name: /Betreff/ })).toHaveValue(
      'Vollmacht unterschrieben',
    );
  },
};

/** Every message arrives at once. */
function Writing() {
  const queued = useQueued(place);
  return (
    <MessageWriting
      place={place}
      queued={[]}
      arrived={new Set(queued.map(({ key }) => key))}
      onSent={() => undefined}
      button={(open) => (
        <button type="button" onClick={open}>
          Nachricht schreiben
        </button>
      )}
    />
  );
}
const away = makeAccount({
  autoResponderSetting: {
    isActivated: true,
    message: 'Wir sind auf einer Fortbildung.\nAm Montag antworten wir.',
  },
});
/** Another tab ended the shared draft; the text of this tab stays and can be sent. */
export const SentInAnotherTab: Story = {
  ...withQueue(),
  play: async ({ canvas, userEvent }) => {
    (await canvas.findByRole('button', { name: 'Nachricht schreiben' })).click();
    const text = await canvas.findByRole('textbox', { name: /^Nachricht/ });
    await userEvent.type(text, 'Mein zweiter Text');
    const otherTab = new BroadcastChannel('formakte.drafts');
    otherTab.postMessage({ form: getMessageDraftName('u1', place), type: 'ended' });
    await expect(await canvas.findByText(/Ihr Text hier ist noch da/)).toBeVisible();
    otherTab.close();
    await expect(text).toHaveValue('Mein zweiter Text');
    await expect(canvas.getByRole('button', { name: 'Nachricht senden' })).not.toHaveAttribute(
      'aria-disabled',
    );
  },
};
/** Another tab writes to the same case: this tab has a draft of its own. */
export const WrittenInTwoTabs: Story = {
  ...withQueue(),
  play: async ({ canvas, userEvent }) => {
    const form = getMessageDraftName('u1', place);
    const version = { workflowKey: form, revision: 0 };
    const asked = { type: 'textarea', question: 'Nachricht' };
    const answer = { value: 'Der Text des anderen Tabs', at: 1, ...version, ...asked };
    await endStoredDraft(form); // of the story before
    const { round } = await loadStoredForm(form);
    await saveDraft({ form, round }, { ...version, changes: { TextContent: answer } });
    const otherTab = await claimDraftName(form);
    await expect(otherTab.form).toBe(form);
    (await canvas.findByRole('button', { name: 'Nachricht schreiben' })).click();
    const text = await canvas.findByRole('textbox', { name: /^Nachricht/ });
    await expect(text).toHaveValue('');
    await userEvent.type(text, 'Mein Text');
    const isMine = (name: string) => name.startsWith(form);
    await waitFor(async () => expect(await listDraftNames(isMine)).toHaveLength(2));
    await expect((await loadStoredForm(form)).draft?.answers).toEqual({ TextContent: answer });
    otherTab.release();
    await endStoredDraft(form);
    await endStoredDraft(`${form}~2`);
  },
};
/** The auto-reply is shown after a message has arrived. */
export const AutoReply: Story = {
  ...withQueue(),
  render: () => <Writing />,
  beforeEach: async () => {
    const end = await withQueue().beforeEach();
    const endAway = mockApi(responds(listAccounts, { accounts: [away] }));
    return () => {
      endAway();
      end();
    };
  },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await userEvent.type(await canvas.findByRole('textbox', { name: /Betreff/ }), 'Frage');
    await userEvent.type(
      canvas.getByRole('textbox', { name: /^Nachricht/ }),
      'Wie geht es weiter?',
    );
    await expect(screen.queryByText(/^Wir sind auf/)).toBeNull();
    canvas.getByRole('button', { name: 'Nachricht senden' }).click();
    const reply = await screen.findByRole('dialog', { name: /Behrens & Lindqvist/ });
    await expect(
      within(reply).getByText(/^Wir sind auf einer Fortbildung\.\s+Am Montag/),
    ).toBeVisible();
    within(reply).getAllByRole('button', { name: 'Schließen' })[0]?.click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};
