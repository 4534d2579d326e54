import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { localized } from '#schemas/platform/common.ts';
import { AssistantForm, type AssistantFormHandle } from '#src/engine/react/form/AssistantForm.tsx';
import { FormOutline, FormProgress } from '#src/engine/react/navigation/FormOutline.tsx';
import { useDraft } from '#src/engine/react/drafts/useDraft.ts';
import { useSteps } from '#src/engine/react/navigation/useSteps.ts';
import { endDraft } from '#src/device/drafts.ts';
import { pageParam } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { readTabChoice, writeTabChoice } from '#src/device/storage.ts';
import { Note } from '#src/ui/Note.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ConsentBoxes } from '#src/forms/Consent.tsx';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { DraftNotice } from '#src/forms/sheet/DraftNotice.tsx';
import { DraftStatus } from '#src/forms/sheet/DraftStatus.tsx';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { ContinueLater } from './ContinueLater.tsx';
import { FormIntro } from './FormIntro.tsx';
import { Columns, NarrowOnly, Sheet } from './layout.ts';
import { OfflineNotice } from './OfflineNotice.tsx';
import { Honeypot } from './Honeypot.tsx';
import type { FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';
import { servicesOf } from '#src/engine/react/services/services.ts';
import { createServices } from '#src/forms/services.ts';
import { unfinishedUploads } from '#src/forms/unfinishedUploads.ts';
import { useConsent, type ConsentName } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { formatSender } from '#src/forms/formatSender.ts';
import { toast } from '#src/ui/toast.ts';
import { useHasBegun, useStepCounts } from './useStepCounts.ts';
import { useSubmit } from './useSubmit.ts';

type FormSheetProps = OpenedForm & {
  link: FormLink;
  asked: readonly ConsentName[];
  aside: React.ReactNode;
  onStartAgain: () => void;
  onSendFailed: () => void;
};

/** The form with its outline, draft and consent. */
export function FormSheet({
  link,
  process,
  engine,
  round,
  draft,
  lost,
  asked,
  aside,
  onStartAgain,
  onSendFailed,
}: FormSheetProps) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const language = useShownLanguage();
  const form = useRef<AssistantFormHandle>(null);
  const honeypot = useRef<HTMLInputElement>(null);
  const {
    refuse,
    items: consentItems,
    ...consent
  } = useConsent(asked, process.metaData.statementHashes);
  const [hasEnded, setHasEnded] = useState(false);
  const [isShared, setIsShared] = useState(() => readTabChoice('sharedDevice') === 'yes');
  const { submit, isSubmitting, submitError } = useSubmit({
    link,
    process,
    engine,
    round,
    isShared,
    form,
    honeypot,
    consent: consent.value,
    refuseConsent: refuse,
    onFailed: onSendFailed,
    onEnded: () => setHasEnded(true),
  });
  const draftState = useDraft(engine, {
    form: link.form,
    round,
    workflowKey: process.workflowKey,
    revision: process.revision,
    isShared,
    onEnded: () => setHasEnded(true),
    onFailing: () => toast({ level: 'warning', text: intl.formatMessage({ id: 'draft.notKept' }) }),
  });
  const [query, setQuery] = useSearchParams();
  const [hasBegun, begin] = useHasBegun(engine);
  const steps = useSteps({
    engine,
    language,
    wanted: query.get(pageParam) ?? undefined,
    onGo: (id) => {
      begin();
      setQuery(
        (before) =>
          new URLSearchParams([
            ...[...before].filter(([name]) => name !== pageParam),
            [pageParam, id],
          ]),
      );
    },
  });
  const [openedAt] = useState(steps.current);
  const beginAtStart = useEffectEvent(() => {
    if (draft === 'none' && query.has(pageParam))
      setQuery(
        (before) => new URLSearchParams([...before].filter(([name]) => name !== pageParam)),
        { replace: true },
      );
  });
  useEffect(() => beginAtStart(), []); // later pages need answers of this visit
  const { accountId, workflowKey, revision } = process;
  useStepCounts(
    dispatch,
    workflowKey,
    hasBegun,
    (steps.list[steps.current] ?? engine.pages[0])?.id,
  );
  const unfinished = useMemo(
    () => unfinishedUploads({ form: link.form, round }, { workflowKey, revision }, isShared),
    [link.form, round, workflowKey, revision, isShared],
  );
  const services = useMemo(
    () =>
      servicesOf(
        createServices(dispatch, (id) => intl.formatMessage({ id }), { accountId, unfinished }),
      ),
    [dispatch, accountId, unfinished, intl],
  );
  const { title, description, submitLabel } = process.formElement;
  usePageTitle(
    [steps.list[steps.current]?.title ?? [], localized(title, language), process.accountName]
      .flat()
      .join(' – '),
  );

  async function discard() {
    await endDraft({ form: link.form, round });
    onStartAgain();
  }

  function share(next: boolean) {
    writeTabChoice('sharedDevice', next ? 'yes' : undefined);
    setIsShared(next);
  }

  const besides = {
    answered: asked.filter((name) => consent.value[name]).length,
    required: asked.length,
    errors: consent.missing.length,
  };
  const savedAt = hasEnded ? undefined : draftState.savedAt;
  const draftStatus = (
    <DraftStatus
      {...draftState}
      savedAt={savedAt}
      onShare={share}
      onDiscard={() => void discard()}
    />
  );
  const header = (
    <FormIntro
      sender={formatSender(process.accountName, process.contact)}
      title={title}
      {...(steps.current === 0 ? { about: { description, notice: process.assistantNotice } } : {})}
    >
      {steps.current === openedAt && draft !== 'none' && !hasEnded && (
        <DraftNotice draft={draft} lost={lost} onDiscard={() => void discard()} />
      )}
      {hasEnded && (
        <Note tone="warning" role="alert">
          <p>
            <FormattedMessage id="draft.sentElsewhere" />
          </p>
          <Button variant="ghost" onClick={onStartAgain}>
            <FormattedMessage id="draft.startNew" />
          </Button>
        </Note>
      )}
    </FormIntro>
  );

  return (
    <>
      <FormProgress engine={engine} steps={steps} language={language} besides={besides}>
        <OfflineNotice isKept={!draftState.isFailing} />
      </FormProgress>
      <Columns>
        <FormOutline engine={engine} steps={steps} language={language} besides={besides}>
          {draftStatus}
        </FormOutline>
        <Sheet id="content">
          <Suspense fallback={<FormSkeleton />}>
            <AssistantForm
              ref={form}
              engine={engine}
              steps={steps}
              language={language}
              services={services}
              header={header}
              isSubmitting={isSubmitting}
              submitError={submitError}
              onSubmit={submit}
              isConsentMissing={() => refuse(asked.filter((name) => !consent.value[name]))}
              consentItems={consentItems}
              submitLabel={
                submitLabel
                  ? localized(submitLabel, language)
                  : intl.formatMessage({ id: 'form.submit' })
              }
              secondaryActions={
                savedAt !== undefined &&
                !draftState.isFailing && <ContinueLater here={link.here} savedAt={savedAt} />
              }
              consent={
                <>
                  <ConsentBoxes {...consent} accountId={process.accountId} />
                  <Honeypot ref={honeypot} />
                </>
              }
            />
          </Suspense>
          <NarrowOnly>{draftStatus}</NarrowOnly>
        </Sheet>
        {aside}
      </Columns>
    </>
  );
}
