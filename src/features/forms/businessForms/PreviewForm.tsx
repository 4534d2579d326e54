import { styled } from '@linaria/react';
import { Suspense, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { FormPreview } from '#schemas/forms/businessForms.ts';
import { localize } from '#schemas/platform/common.ts';
import { RequiredHint } from '#src/engine/react/fields/RequiredHint.tsx';
import { AssistantForm } from '#src/engine/react/form/AssistantForm.tsx';
import { FormProgress } from '#src/engine/react/navigation/FormOutline.tsx';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import { provide, toServices, type Services } from '#src/engine/react/services/services.ts';
import { uploads } from '#src/engine/react/services/uploads.ts';
import { ConsentBoxes } from '#src/forms/statements/Consent.tsx';
import { createServices } from '#src/forms/services.ts';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { countConsent, useConsent, type ConsentName } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { fileViewer } from '#widgets/file/service.ts';
import { useStepsInAddress } from '../useStepsInAddress.ts';
import { heldUploads } from './heldUploads.ts';

const Preview = styled.article`
  width: 100%;
  max-width: 46rem;
  margin-inline: auto;
  padding: var(--s-7) var(--s-8);
  background: var(--form-element-background, var(--surface));
  border: 1px solid var(--border);
  border-radius: var(--r-xs);
  box-shadow: var(--shadow-2);
  @media (max-width: 767px) {
    width: calc(100% + 2 * var(--gutter));
    margin-inline: calc(-1 * var(--gutter));
    padding: var(--s-5) var(--gutter);
    border-width: 1px 0;
    box-shadow: none;
  }
`;
const Intro = styled.div`
  display: grid;
  gap: var(--s-4);
  margin-bottom: var(--s-6);
  > p {
    color: var(--muted);
  }
  > p > b {
    color: var(--danger-text);
  }
`;

function PreviewIntro({ preview, isFirstStep }: { preview: FormPreview; isFirstStep: boolean }) {
  const language = useShownLanguage();
  const {
    formElement: { title, description },
    assistantNotice,
  } = preview;
  return (
    <Intro>
      <h2>{localize(title, language)}</h2>
      {isFirstStep && (
        <p>
          {description && <WrappedText>{`${localize(description, language)} `}</WrappedText>}
          <RequiredHint />
        </p>
      )}
      {isFirstStep && assistantNotice && (
        <Note tone="warning">
          <Markdown text={localize(assistantNotice, language)} />
        </Note>
      )}
    </Intro>
  );
}

/** Provides the services without a file viewer. Uploads stay in memory. */
function usePreviewServices(accountId: string): Services {
  const intl = useIntl();
  return useMemo(() => {
    const given = createServices((id) => intl.formatMessage({ id }), { accountId });
    return toServices([
      ...given.filter(([service]) => service !== fileViewer),
      provide(uploads, heldUploads()),
    ]);
  }, [accountId, intl]);
}

/** Consent to the texts that the form asks for. */
function usePreviewConsent({ showAgb, showDatenschutz }: FormPreview) {
  const asked = useMemo<ConsentName[]>(
    () => [
      ...(showAgb ? ['agbAccepted' as const] : []),
      ...(showDatenschutz ? ['datenschutzAccepted' as const] : []),
    ],
    [showAgb, showDatenschutz],
  );
  return useConsent(asked);
}

type PreviewFormProps = { preview: FormPreview; engine: FormEngine; accountId: string };

/** The form to fill in. Submitting validates the answers and sends nothing. */
export function PreviewForm({ preview, engine, accountId }: PreviewFormProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  const { submitLabel } = preview.formElement;
  const { refuse, items: consentItems, ...consent } = usePreviewConsent(preview);
  const steps = useStepsInAddress(engine, language);
  const services = usePreviewServices(accountId);
  const refuseMissing = () => refuse(consent.asked.filter((name) => !consent.value[name]));
  const shared = { engine, steps, language };
  return (
    <>
      {steps.list.length > 1 && (
        <FormProgress {...shared} besides={countConsent(consent)}>
          {null}
        </FormProgress>
      )}
      <Preview>
        <Suspense fallback={<FormSkeleton />}>
          <AssistantForm
            {...shared}
            services={services}
            header={<PreviewIntro preview={preview} isFirstStep={steps.current === 0} />}
            isSubmitting={false}
            onSubmit={() => {
              if (!refuseMissing())
                toast({
                  level: 'success',
                  text: { id: 'businessForms.preview.fits' },
                });
            }}
            isConsentMissing={refuseMissing}
            consentItems={consentItems}
            consent={<ConsentBoxes {...consent} accountId={accountId} />}
            submitLabel={
              submitLabel
                ? localize(submitLabel, language)
                : intl.formatMessage({ id: 'form.submit' })
            }
          />
        </Suspense>
      </Preview>
    </>
  );
}
