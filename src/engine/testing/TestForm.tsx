import { Suspense, useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import de from '#locales/de.json';
import en from '#locales/en.json';
import type { Language } from '#schemas/common.ts';
import type { FormElement } from '#schemas/forms.ts';
import { compileForm } from '#src/engine/core/compileForm.ts';
import type { Answers } from '#src/engine/core/visibility.ts';
import { AssistantForm, type AssistantFormProps } from '#src/engine/react/AssistantForm.tsx';
import { createFormEngine, type FormEngine } from '#src/engine/react/formEngine.ts';
import type { EngineServices } from '#src/engine/react/services.ts';
import { registry } from '#widgets/registry.ts';
import { compileValidatorModule } from './compileCheck.ts';

const messages = { de, en };

export function TestIntl({ language = 'de', children }: { language?: Language; children: ReactNode }) {
  return <IntlProvider locale={language === 'de' ? 'de' : 'en-GB'} messages={messages[language]}>{children}</IntlProvider>;
}

/** Uploads that never end, for tests that do not upload. */
export const idleServices: EngineServices = {
  uploadFile: () => new Promise(() => undefined),
  removeUpload: async () => undefined,
  loadThumbnail: async () => undefined,
};

/** An engine for loose elements, with validators compiled in place. */
export function createTestEngine(elements: FormElement[], initial: Answers = {}): FormEngine {
  const content = { title: 'Formular', formElements: elements };
  return createFormEngine({ content, registry, module: compileValidatorModule(compileForm(content, registry)), initial, today: () => '2026-11-20' });
}

type TestFormProps = Partial<Omit<AssistantFormProps, 'engine' | 'language'>> & { elements: FormElement[]; initial?: Answers; language?: Language; engine?: FormEngine };

/** A form to try things on, in tests and stories. */
export function TestForm({ elements, initial, language = 'de', engine: given, ...props }: TestFormProps) {
  const [engine] = useState(() => given ?? createTestEngine(elements, initial));
  return (
    <TestIntl language={language}>
      <Suspense>
        <AssistantForm engine={engine} language={language} services={idleServices} submitLabel="Absenden" isSubmitting={false} onSubmit={() => undefined} {...props} />
      </Suspense>
    </TestIntl>
  );
}
