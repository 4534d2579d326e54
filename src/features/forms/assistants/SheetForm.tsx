import { use, useMemo, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { postedNames } from '#schemas/forms/postedForms.ts';
import { localize } from '#schemas/platform/common.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { isDraftKept } from '#src/engine/react/drafts/useDraft.ts';
import {
  AssistantForm,
  type AssistantFormHandle,
  type NativePost,
  type Opening,
} from '#src/engine/react/form/AssistantForm.tsx';
import type { Steps } from '#src/engine/react/navigation/useSteps.ts';
import { ConsentBoxes } from '#src/forms/statements/Consent.tsx';
import type { useConsent } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { ContinueLater } from './ContinueLater.tsx';
import { Honeypot } from './Honeypot.tsx';
import type { OpeningState } from './drawnForm.ts';
import { PageDataContext } from './formPage.ts';
import type { FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';
import type { SheetDraft } from './useSheetDraft.ts';
import { useSheetServices } from './useSheetServices.ts';
import { useSubmit } from './useSubmit.ts';

type SheetFormProps = {
  link: FormLink;
  opened: OpenedForm;
  opening: OpeningState | undefined;
  steps: Steps;
  draft: SheetDraft;
  consent: ReturnType<typeof useConsent>;
  header: ReactNode;
  onSendFailed: (error: unknown) => void;
};

/** Words why a drawn form could not be opened. */
function useOpening(state: OpeningState | undefined): Opening | undefined {
  const errorText = useErrorText();
  return (
    state && {
      failure: state.failure === undefined ? undefined : errorText(state.failure),
      retry: state.retry,
    }
  );
}

/** How a page that the server has rendered posts the form without scripts. */
function useNativePost({ here }: FormLink, { process, posted }: OpenedForm): NativePost {
  const language = useShownLanguage();
  const { form: embedded } = use(PageDataContext);
  const prefill = embedded?.here === here ? embedded.prefill : undefined;
  return useMemo(() => {
    const { revision, metaData } = process;
    return {
      action: here,
      fields: {
        [postedNames.language]: language,
        [postedNames.revision]: String(revision),
        [postedNames.statements]: String(new URLSearchParams(metaData.statementHashes)),
        ...(posted ? { [postedNames.state]: posted.state } : {}),
        ...(prefill === undefined ? {} : { [postedNames.prefill]: prefill }),
      },
      isRefused: posted?.problem !== undefined,
    };
  }, [here, process, posted, prefill, language]);
}

/** The elements, the consent and the submission. */
export function SheetForm({
  link,
  opened,
  opening,
  steps,
  draft,
  consent: { refuse, items: consentItems, ...consent },
  header,
  onSendFailed,
}: SheetFormProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  const form = useRef<AssistantFormHandle>(null);
  const honeypot = useRef<HTMLInputElement>(null);
  const { process, engine, round } = opened;
  const { savedAt, isFailing, isShared } = draft.state;
  const { submit, isSubmitting, submitError } = useSubmit({
    ...opened,
    link,
    isShared,
    form,
    honeypot,
    consent: consent.value,
    refuseConsent: refuse,
    onFailed: onSendFailed,
    onEnded: draft.end,
  });
  const services = useSheetServices(process, { form: link.form, round }, isShared);
  const { submitLabel } = process.formElement;
  return (
    <AssistantForm
      ref={form}
      engine={engine}
      steps={steps}
      language={language}
      services={services}
      header={header}
      nativePost={useNativePost(link, opened)}
      opening={useOpening(opening)}
      isSubmitting={isSubmitting}
      submitError={submitError}
      isDraftKept={isDraftKept(draft.state)}
      onSubmit={submit}
      isConsentMissing={() => refuse(consent.asked.filter((name) => !consent.value[name]))}
      consentItems={consentItems}
      submitLabel={
        submitLabel ? localize(submitLabel, language) : intl.formatMessage({ id: 'form.submit' })
      }
      secondaryActions={
        savedAt !== undefined && !isFailing && <ContinueLater here={link.here} savedAt={savedAt} />
      }
      consent={
        <>
          <ConsentBoxes {...consent} accountId={process.accountId} />
          <Honeypot ref={honeypot} />
        </>
      }
    />
  );
}
