import type { ReactNode } from 'react';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { PostedForm } from '#schemas/forms/postedForms.ts';
import { localize } from '#schemas/platform/common.ts';
import { FormOutline, FormProgress } from '#src/engine/react/navigation/FormOutline.tsx';
import { DraftStatus } from '#src/forms/sheet/DraftStatus.tsx';
import { consentTexts, countConsent, useConsent, type ConsentName } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import type { OpeningState } from './drawnForm.ts';
import { Columns, NarrowOnly, FormPaper } from './layout.ts';
import type { FormLink } from './links.ts';
import { OfflineNotice } from './OfflineNotice.tsx';
import type { OpenedForm } from './openForm.ts';
import { SentBefore } from './SentBefore.tsx';
import { SheetForm } from './SheetForm.tsx';
import { SheetIntro } from './SheetIntro.tsx';
import { listMissingConsent } from './useSubmit.ts';
import { useSheetDraft } from './useSheetDraft.ts';
import { useSheetSteps } from './useSheetSteps.ts';

type FormSheetProps = OpenedForm & {
  opening: OpeningState | undefined;
  link: FormLink;
  asked: readonly ConsentName[];
  aside: ReactNode;
  onStartAgain: () => void;
  onSendFailed: (error: unknown) => void;
};

/** Returns the hashes of the texts that the visitor has accepted in a posted page. */
const pickAccepted = (posted: PostedForm | undefined, hashes: StatementHashes): StatementHashes =>
  Object.fromEntries(
    (posted?.accepted ?? []).flatMap((name) => {
      const { hash } = consentTexts[name];
      return hashes[hash] === undefined ? [] : [[hash, hashes[hash]]];
    }),
  );

/** The form with its outline, draft and consent. */
export function FormSheet({
  link,
  asked,
  aside,
  onStartAgain,
  onSendFailed,
  opening,
  ...opened
}: FormSheetProps) {
  const { process, engine, posted } = opened;
  const language = useShownLanguage();
  const { statementHashes } = process.metaData;
  const consent = useConsent(
    asked,
    statementHashes,
    pickAccepted(posted, statementHashes),
    listMissingConsent(posted?.problem?.fields ?? {}),
  );
  const draft = useSheetDraft({ ...opened, link, onStartAgain });
  const { steps, isOpeningStep } = useSheetSteps(opened);
  const title = localize(process.formElement.title, language);
  usePageTitle(
    [steps.list[steps.current]?.title ?? [], title, process.accountName].flat().join(' – '),
  );
  const draftStatus = (
    <>
      <DraftStatus {...draft.state} onShare={draft.share} onDiscard={draft.discard} />
      {link.isForMany && <SentBefore link={link} />}
    </>
  );
  const header = (
    <SheetIntro
      {...opened}
      isFirstStep={steps.current === 0}
      isOpeningStep={isOpeningStep}
      hasEnded={draft.hasEnded}
      onDiscard={draft.discard}
      onStartAgain={onStartAgain}
    />
  );
  const outline = { engine, steps, language, besides: countConsent(consent) };
  return (
    <>
      <FormProgress {...outline}>
        <OfflineNotice isKept={!draft.state.isFailing} />
      </FormProgress>
      <Columns>
        <FormOutline {...outline}>{draftStatus}</FormOutline>
        <FormPaper id="content">
          <SheetForm {...{ link, opened, opening, steps, draft, consent, header, onSendFailed }} />
          <NarrowOnly>{draftStatus}</NarrowOnly>
        </FormPaper>
        {aside}
      </Columns>
    </>
  );
}
