import type { ReactNode } from 'react';
import { localized } from '#schemas/platform/common.ts';
import { FormOutline, FormProgress } from '#src/engine/react/navigation/FormOutline.tsx';
import { DraftStatus } from '#src/forms/sheet/DraftStatus.tsx';
import { countConsent, useConsent, type ConsentName } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Columns, NarrowOnly, Sheet } from './layout.ts';
import type { FormLink } from './links.ts';
import { OfflineNotice } from './OfflineNotice.tsx';
import type { OpenedForm } from './openForm.ts';
import { SheetForm } from './SheetForm.tsx';
import { SheetIntro } from './SheetIntro.tsx';
import { useSheetDraft } from './useSheetDraft.ts';
import { useSheetSteps } from './useSheetSteps.ts';

type FormSheetProps = OpenedForm & {
  link: FormLink;
  asked: readonly ConsentName[];
  aside: ReactNode;
  onStartAgain: () => void;
  onSendFailed: () => void;
};

/** The form with its outline, draft and consent. */
export function FormSheet({
  link,
  asked,
  aside,
  onStartAgain,
  onSendFailed,
  ...opened
}: FormSheetProps) {
  const { process, engine } = opened;
  const language = useShownLanguage();
  const consent = useConsent(asked, process.metaData.statementHashes);
  const draft = useSheetDraft({ ...opened, link, onStartAgain });
  const { steps, isOpeningStep } = useSheetSteps(opened);
  const title = localized(process.formElement.title, language);
  usePageTitle(
    [steps.list[steps.current]?.title ?? [], title, process.accountName].flat().join(' – '),
  );
  const draftStatus = (
    <DraftStatus {...draft.state} onShare={draft.share} onDiscard={draft.discard} />
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
        <Sheet id="content">
          <SheetForm {...{ link, opened, steps, draft, consent, header, onSendFailed }} />
          <NarrowOnly>{draftStatus}</NarrowOnly>
        </Sheet>
        {aside}
      </Columns>
    </>
  );
}
