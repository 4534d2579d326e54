import { Suspense, useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import de from '#locales/de.json';
import en from '#locales/en.json';
import type { Language } from '#schemas/common.ts';
import type { FormElement, FormPage } from '#schemas/forms.ts';
import type { KnownPerson } from '#schemas/users.rules.ts';
import { compileForm } from '#src/engine/core/compileForm.ts';
import type { Answers } from '#src/engine/core/conditions.ts';
import { AssistantForm, type AssistantFormProps } from '#src/engine/react/AssistantForm.tsx';
import { createFormEngine, type FormEngine } from '#src/engine/react/formEngine.ts';
import type { EngineServices } from '#src/engine/react/services.ts';
import { useSteps } from '#src/engine/react/useSteps.ts';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import { compileValidatorModule } from './compileCheck.ts';

const messages = { de, en };

export function TestIntl({ language = 'de', children }: { language?: Language; children: ReactNode }) {
  return <IntlProvider locale={language === 'de' ? 'de' : 'en-GB'} messages={messages[language]}>{children}</IntlProvider>;
}

/** Uploads that never end and small lists, for tests that are about something else. */
export const idleServices: EngineServices = {
  uploadFile: () => new Promise(() => undefined),
  removeUpload: async () => undefined,
  cancelUpload: async () => undefined,
  loadThumbnail: async () => undefined,
  findExperts: async () => [{ id: 'petersen', name: 'Ingenieurbüro Petersen', place: 'Hamburg-Eimsbüttel' }, { id: 'altona', name: 'Kfz-Prüfstelle Altona GmbH', place: 'Hamburg-Altona' }],
  listInsurances: async () => ['Alster Assekuranz Rechtsschutz', 'Hanseatische Rechtsschutz AG', 'Hanseatische Rechtsschutzunion', 'Möwe Direkt Rechtsschutz'].map((name, index) => ({ foreignId: `RS${index}`, name })),
  loadTileSet: async () => null,
};

/** An engine for loose elements or whole pages, with validators compiled in place. */
export function createTestEngine(parts: FormElement[] | { pages: FormPage[] }, initial: Answers = {}, person: KnownPerson = {}): FormEngine {
  const content = { title: 'Formular', ...(Array.isArray(parts) ? { formElements: parts } : parts) };
  return createFormEngine({ content, revision: 1, registry, module: compileValidatorModule(compileForm(content, registry)), initial, person, today: () => '2026-11-20' });
}

type TestFormProps = Partial<Omit<AssistantFormProps, 'engine' | 'steps' | 'language'>> & { elements?: FormElement[]; pages?: FormPage[]; initial?: Answers; language?: Language; engine?: FormEngine };

/** A form to try things on, in tests and stories. */
export function TestForm({ elements = [], pages, initial, language = 'de', engine: given, ...props }: TestFormProps) {
  // Above the boundary: what suspends on its first try forgets its state, and a new engine would load its views anew for ever.
  const [engine] = useState(() => given ?? createTestEngine(pages ? { pages } : elements, initial));
  return <TestIntl language={language}><Suspense><SteppedForm language={language} engine={engine} {...props} /></Suspense></TestIntl>;
}

function SteppedForm({ language, engine, ...props }: Partial<Omit<AssistantFormProps, 'steps'>> & { language: Language; engine: FormEngine }) {
  const [wanted, setWanted] = useState<string>();
  const steps = useSteps({ engine, language, wanted, onGo: setWanted });
  return <AssistantForm engine={engine} steps={steps} language={language} services={idleServices} submitLabel="Absenden" isSubmitting={false} onSubmit={() => undefined} {...props} />;
}
