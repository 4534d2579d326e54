import { Suspense, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { localized } from '#schemas/common.ts';
import { AssistantForm, type AssistantFormHandle } from '#src/engine/react/AssistantForm.tsx';
import { FormOutline, FormProgress } from '#src/engine/react/FormOutline.tsx';
import { useDraft } from '#src/engine/react/useDraft.ts';
import { endDraft } from '#src/lib/drafts.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ConsentBoxes, consentId, type Consent, type ConsentName } from './Consent.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { DraftStatus } from './DraftStatus.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { Columns, NarrowOnly, Sheet, SheetHeader } from './layout.ts';
import type { OpenedForm } from './openForm.ts';
import { createServices } from './services.ts';
import { useLanguage } from './useLanguage.ts';
import { useSubmit } from './useSubmit.ts';

type FormSheetProps = OpenedForm & { processGuid: string; asked: readonly ConsentName[]; aside: React.ReactNode; onStartAgain: () => void };

/** The form with its outline, draft and consent, filled in until it is sent. */
export function FormSheet({ processGuid, process, engine, draft, asked, aside, onStartAgain }: FormSheetProps) {
  const intl = useIntl();
  const language = useLanguage();
  const form = useRef<AssistantFormHandle>(null);
  const [consent, setConsent] = useState<Consent>({ agbAccepted: false, datenschutzAccepted: false });
  const [missing, setMissing] = useState<readonly ConsentName[]>([]);
  const [wasSentElsewhere, setWasSentElsewhere] = useState(false);
  const { submit, isSubmitting, submitError } = useSubmit({ processGuid, process, engine, consent, form });
  const savedAt = useDraft(engine, { form: processGuid, workflowKey: process.workflowKey, revision: process.revision, onSentElsewhere: () => setWasSentElsewhere(true) });
  const services = useMemo(() => createServices((id) => intl.formatMessage({ id })), [intl]);
  const { title, description, submitLabel } = process.formElement;
  const { street, postalCode, city } = process.contact;

  function validateConsent() {
    const open = asked.filter((name) => !consent[name]);
    setMissing(open);
    return open.map((name) => ({
      controlId: consentId(name), label: intl.formatMessage({ id: name === 'agbAccepted' ? 'statement.terms' : 'statement.privacy' }), message: intl.formatMessage({ id: 'checkbox.error.required' }),
    }));
  }

  async function discard() {
    await endDraft(processGuid, process.workflowKey);
    onStartAgain();
  }

  const header = (
    <SheetHeader>
      <small>{[process.accountName, street, `${postalCode} ${city}`].filter((part) => part.trim()).join(' · ')}</small>
      <h1 tabIndex={-1}>{localized(title, language)}</h1>
      <p>{description && `${localized(description, language)} `}<FormattedMessage id="form.requiredHint" values={{ b: (words) => <b key="star">{words}</b> }} /></p>
      {process.assistantNotice && <Note tone="warning"><Markdown text={localized(process.assistantNotice, language)} /></Note>}
      {draft !== 'none' && <DraftNotice draft={draft} onDiscard={() => void discard()} />}
      {wasSentElsewhere && <Note tone="warning" role="alert"><p><FormattedMessage id="draft.sentElsewhere" /></p><Button variant="ghost" onClick={onStartAgain}><FormattedMessage id="draft.startNew" /></Button></Note>}
    </SheetHeader>
  );

  return (
    <>
      <FormProgress engine={engine} language={language} />
      <Columns>
        <FormOutline engine={engine} language={language}>
          <DraftStatus savedAt={savedAt} />
        </FormOutline>
        <Sheet id="content">
          <Suspense fallback={<FormSkeleton />}>
            <AssistantForm
              ref={form} engine={engine} language={language} services={services} header={header} isSubmitting={isSubmitting} submitError={submitError} onSubmit={submit} validateConsent={validateConsent}
              submitLabel={submitLabel ? localized(submitLabel, language) : intl.formatMessage({ id: 'form.submit' })}
              consent={<><ConsentBoxes accountId={process.accountId} asked={asked} value={consent} missing={missing} onChange={setConsent} /><NarrowOnly><DraftStatus savedAt={savedAt} /></NarrowOnly></>}
            />
          </Suspense>
        </Sheet>
        {aside}
      </Columns>
    </>
  );
}
