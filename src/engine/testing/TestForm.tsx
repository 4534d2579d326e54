import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import type { Language, KnownPerson } from '#schemas/platform/common.ts';
import type { FormElement, FormPage } from '#schemas/forms/forms.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { AssistantForm, type AssistantFormProps } from '#src/engine/react/form/AssistantForm.tsx';
import { createFormEngine, type FormEngine } from '#src/engine/react/context/formEngine.ts';
import { provide, toServices, type Provided } from '#src/engine/react/services/services.ts';
import { uploads, type Uploads } from '#src/engine/react/services/uploads.ts';
import { useSteps } from '#src/engine/react/navigation/useSteps.ts';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { compileValidatorModule } from './compileCheck.ts';
import { fixtureServices } from './fixtures.ts';
import { messages } from './messages.ts';

export function TestIntl({
  language = 'de',
  children,
}: {
  language?: Language;
  children: ReactNode;
}) {
  return (
    <IntlProvider
      locale={language === 'de' ? 'de' : 'en-GB'}
      messages={messages[language]}
      textComponent={WrappedText}
    >
      {children}
    </IntlProvider>
  );
}

/** Uploads that never finish, for tests of other things. */
export const idleUploads: Uploads = {
  uploadFile: () => new Promise(() => undefined),
  removeUpload: async () => undefined,
  cancelUpload: async () => undefined,
  loadThumbnail: async () => undefined,
};

/** Services for tests and stories; later ones replace earlier ones. */
export const sampleServices = (services: readonly Provided[]) =>
  toServices([provide(uploads, idleUploads), ...fixtureServices, ...services]);

/** Creates an engine for single elements or whole pages; validators are compiled here. */
export function createTestEngine(
  parts: FormElement[] | { pages: FormPage[] },
  initial: Answers = {},
  person: KnownPerson = {},
): FormEngine {
  const content = {
    title: 'Formular',
    ...(Array.isArray(parts) ? { formElements: parts } : parts),
  };
  return createFormEngine({
    content,
    revision: 1,
    registry,
    module: compileValidatorModule(toJsonSchema(content, registry)),
    initial,
    person,
    today: () => '2026-11-20',
  });
}

type TestFormProps = Partial<
  Omit<AssistantFormProps, 'engine' | 'steps' | 'language' | 'services'>
> & {
  services?: readonly Provided[];
  elements?: FormElement[];
  pages?: FormPage[];
  initial?: Answers;
  language?: Language;
  engine?: FormEngine;
};

/** A form for tests and stories. */
export function TestForm({
  elements = [],
  pages,
  initial,
  language = 'de',
  engine: given,
  ...props
}: TestFormProps) {
  // Created above the Suspense boundary: a component that suspends on its first render loses its
  // state, and a new engine would load its views again in an endless loop.
  const [engine] = useState(() => given ?? createTestEngine(pages ? { pages } : elements, initial));
  return (
    <TestIntl language={language}>
      <Suspense>
        <SteppedForm language={language} engine={engine} {...props} />
      </Suspense>
    </TestIntl>
  );
}

function SteppedForm({
  language,
  engine,
  services,
  ...props
}: Omit<TestFormProps, 'elements' | 'pages' | 'initial'> & {
  language: Language;
  engine: FormEngine;
}) {
  const [wanted, setWanted] = useState<string>();
  const steps = useSteps({ engine, language, wanted, onGo: setWanted });
  const provided = useMemo(() => sampleServices(services ?? []), [services]);
  return (
    <AssistantForm
      engine={engine}
      steps={steps}
      language={language}
      services={provided}
      submitLabel="Absenden"
      isSubmitting={false}
      onSubmit={() => undefined}
      {...props}
    />
  );
}
