import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { isShown, findProblem, type Field, type Spec } from '../spec.ts';
import { Input } from './inputs.tsx';

// The minimum cost of a form: React renders each input once, and the browser keeps the text.
let spec: Spec;
const values: Record<string, unknown> = {};
const showProblem = new Map<string, (problem: string | undefined) => void>();
const dependents = new Map<string, (() => void)[]>();

function Question({ field }: { field: Field }) {
  const [problem, setProblem] = useState<string>();
  showProblem.set(field.name, setProblem);
  const waiting = dependents.get(field.name);
  const handleChange = (value: unknown) => {
    values[field.name] = value;
    waiting?.forEach((look) => look());
  };
  return (
    <div className="field">
      <label htmlFor={field.name}>{field.label}</label>
      <Input
        field={field}
        value={values[field.name]}
        isFree
        {...(waiting && { onChange: handleChange })}
      />
      {problem && <p className="error">{problem}</p>}
    </div>
  );
}

function Dependent({ field }: { field: Field }) {
  const [is, setIs] = useState(() => isShown(field, values));
  const [look] = useState(() => () => setIs(isShown(field, values)));
  const others = dependents.get(field.showIf ?? '');
  if (others && !others.includes(look)) others.push(look);
  return is && <Question field={field} />;
}

function valueIn(form: HTMLFormElement, { name, kind }: Field): unknown {
  if (kind === 'multi') return new FormData(form).getAll(name);
  if (kind === 'radio') return new FormData(form).get(name);
  const input = document.getElementById(name) as HTMLInputElement;
  return kind === 'checkbox' ? input.checked : input.value;
}

window.contestant = {
  title: 'Bare inputs',
  mount(container, given) {
    spec = given;
    Object.assign(values, spec.values);
    for (const { showIf } of spec.fields) if (showIf !== undefined) dependents.set(showIf, []);
    createRoot(container).render(
      <form>
        {spec.fields.map((field) =>
          field.showIf ? (
            <Dependent key={field.name} field={field} />
          ) : (
            <Question key={field.name} field={field} />
          ),
        )}
      </form>,
    );
  },
  fieldSelector: (name) => `[id="${name}"]`,
  getValue: (name) => (document.getElementById(name) as HTMLInputElement).value,
  validate() {
    const form = document.querySelector('form');
    const found = form
      ? spec.fields
          .filter(({ name }) => document.getElementById(name))
          .map((field) => [field.name, findProblem(field, valueIn(form, field))] as const)
      : [];
    flushSync(() => found.forEach(([name, problem]) => showProblem.get(name)?.(problem)));
    return found.filter(([, problem]) => problem).length;
  },
};
