import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm, useFormState, useWatch } from 'react-hook-form';
import { findProblem } from '../spec.ts';

let form;

function Control({ field }) {
  const { name, kind, options } = field;
  const registered = form.register(name, {
    validate: (value) => findProblem(field, value) ?? true,
    valueAsNumber: kind === 'number',
  });
  if (kind === 'textarea') return <textarea id={name} {...registered} />;
  if (kind === 'rating')
    return (
      <select id={name} {...registered}>
        <option value="" />
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  if (kind === 'radio' || kind === 'multi') {
    return (
      <span id={name}>
        {options.map((option) => (
          <label key={option}>
            <input type={kind === 'radio' ? 'radio' : 'checkbox'} value={option} {...registered} />
            {option}
          </label>
        ))}
      </span>
    );
  }
  return <input id={name} type={kind} {...registered} />;
}

function Problem({ name }) {
  const { errors } = useFormState({ control: form.control, name, exact: true });
  return errors[name] && <p className="error">{errors[name].message}</p>;
}

const Question = ({ field }) => (
  <div className="field">
    <label htmlFor={field.name}>{field.label}</label>
    <Control field={field} />
    <Problem name={field.name} />
  </div>
);

const Dependent = ({ field }) =>
  useWatch({ control: form.control, name: field.showIf }) === true && <Question field={field} />;

function Form({ spec, onShown }) {
  const noneChosen = Object.fromEntries(
    spec.fields.filter(({ kind }) => kind === 'multi').map(({ name }) => [name, []]),
  );
  form = useForm({ defaultValues: { ...noneChosen, ...spec.values } });
  useEffect(onShown, [onShown]);
  return (
    <form>
      {spec.fields.map((field) =>
        field.showIf ? (
          <Dependent key={field.name} field={field} />
        ) : (
          <Question key={field.name} field={field} />
        ),
      )}
    </form>
  );
}

window.contestant = {
  title: 'react-hook-form',
  mount: (container, spec) =>
    new Promise((resolve) => createRoot(container).render(<Form spec={spec} onShown={resolve} />)),
  fieldSelector: (name) => `#${name}`,
  getValue: (name) => form.getValues(name),
  validate: () =>
    new Promise((resolve) =>
      form.handleSubmit(
        () => resolve(0),
        (errors) => resolve(Object.keys(errors).length),
      )(),
    ),
};
