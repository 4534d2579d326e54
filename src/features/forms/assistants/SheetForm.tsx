import { Suspense, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { localized } from '#schemas/platform/common.ts';
import { AssistantForm, type AssistantFormHandle } from '#src/engine/react/form/AssistantForm.tsx';
import type { Steps } from '#src/engine/react/navigation/useSteps.ts';
import { ConsentBoxes } from '#src/forms/Consent.tsx';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import type { useConsent } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { ContinueLater } from './ContinueLater.tsx';
import { Honeypot } from './Honeypot.tsx';
import type { FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';
import type { SheetDraft } from './useSheetDraft.ts';
import { useSheetServices } from './useSheetServices.ts';
import { useSubmit } from './useSubmit.ts';

type SheetFormProps = {
  link: FormLink;
  opened: OpenedForm;
  steps: Steps;
  draft: SheetDraft;
  consent: ReturnType<typeof useConsent>;
  header: ReactNode;
  onSendFailed: () => void;
};

/** The elements, the consent and the submission. */
export function SheetForm({
  link,
  opened,
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
        isConsentMissing={() => refuse(consent.asked.filter((name) => !consent.value[name]))}
        consentItems={consentItems}
        submitLabel={
          submitLabel ? localized(submitLabel, language) : intl.formatMessage({ id: 'form.submit' })
        }
        secondaryActions={
          savedAt !== undefined &&
          !isFailing && <ContinueLater here={link.here} savedAt={savedAt} />
        }
        consent={
          <>
            <ConsentBoxes {...consent} accountId={process.accountId} />
            <Honeypot ref={honeypot} />
          </>
        }
      />
    </Suspense>
  );
}
