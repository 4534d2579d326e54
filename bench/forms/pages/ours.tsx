import '#src/ui/base.css';
import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { IntlProvider } from 'react-intl';
import { getGermanDay } from '#schemas/platform/dates.ts';
import { listElements, type FormContent } from '#schemas/forms/forms.ts';
import { AssistantForm } from '#src/engine/react/form/AssistantForm.tsx';
import {
  createFormEngine,
  type FormEngine,
  type ValidatorModule,
} from '#src/engine/react/context/formEngine.ts';
import { getControlId } from '#src/engine/react/context/ids.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { toServices } from '#src/engine/react/services/services.ts';
import { useSteps } from '#src/engine/react/navigation/useSteps.ts';
import { loadMessages } from '#src/locale/messages.ts';
import { registry } from '#widgets/registry.ts';
import type { Contestant } from '../contestant.ts';
import { listAnswers, buildForm } from '../form.ts';
import { makeSpecFor } from '../spec.ts';

const services = toServices([]);

function Page({ engine }: { engine: FormEngine }) {
  const [wanted, setWanted] = useState<string>();
  const steps = useSteps({ engine, language: 'de', wanted, onGo: setWanted });
  return (
    <AssistantForm
      engine={engine}
      steps={steps}
      language="de"
      services={services}
      submitLabel="Absenden"
      isSubmitting={false}
      onSubmit={() => undefined}
    />
  );
}

/** Rules, texts, views and typeface are loaded before the form renders, as in the portal. */
const fetched = Promise.all([
  import(/* @vite-ignore */ `/validators.mjs${location.search}`) as Promise<ValidatorModule>,
  loadMessages('de', ['visitors']),
  loadViews(listElements(buildForm(makeSpecFor(new URLSearchParams(location.search)))), registry),
  document.fonts.load('1rem "Portal Sans"'),
]);
let engine: FormEngine;

async function show(
  container: HTMLElement,
  content: FormContent,
  initial: Record<string, unknown>,
) {
  const [module, messages] = await fetched;
  engine = createFormEngine({
    content,
    revision: 1,
    registry,
    module,
    initial,
    today: () => getGermanDay(new Date()),
  });
  await loadViews(engine.elements, registry);
  createRoot(container).render(
    <IntlProvider locale="de" messages={messages}>
      <main>
        <Suspense>
          <Page engine={engine} />
        </Suspense>
      </main>
    </IntlProvider>,
  );
}

const contestant: Contestant = {
  title: 'Formakte',
  mount: (container, spec) => show(container, buildForm(spec), listAnswers(spec)),
  fieldSelector: (name) => `#${getControlId(name)}`,
  getValue: (name) => engine.store.get(name),
  validate() {
    flushSync(() => document.querySelector('form')?.requestSubmit());
    return engine.store.getErrors().size;
  },
};
void fetched.then(() => {
  window.contestant = contestant;
});
