import type { Field } from '../spec.ts';

type InputProps = {
  field: Field;
  value?: unknown;
  onChange?: (value: unknown) => void;
  /** true for an uncontrolled input. */ isFree?: boolean;
};

const tick = (is: boolean, isFree: boolean) => (isFree ? { defaultChecked: is } : { checked: is });

function Choice({ field, value, onChange, isFree = false }: InputProps) {
  const { name, kind, options = [] } = field;
  const chosen = Array.isArray(value) ? (value as unknown[]) : [];
  const pick = (option: unknown, is: boolean) =>
    onChange?.(
      kind === 'radio'
        ? option
        : is
          ? [...chosen, option]
          : chosen.filter((other) => other !== option),
    );
  return (
    <span id={name}>
      {options.map((option) => (
        <label key={option}>
          <input
            type={kind === 'radio' ? 'radio' : 'checkbox'}
            name={name}
            value={option}
            {...tick(kind === 'radio' ? value === option : chosen.includes(option), isFree)}
            onChange={(event) => pick(option, event.target.checked)}
          />
          {option}
        </label>
      ))}
    </span>
  );
}

/** A plain input, for engines without inputs of their own. */
export function Input(props: InputProps) {
  const { field, value, onChange, isFree = false } = props;
  const { name, kind, options = [] } = field;
  const shared = { id: name, name };
  const held = (text: unknown) =>
    isFree ? { defaultValue: (text ?? '') as string } : { value: (text ?? '') as string };
  const take = onChange && ((event: { target: { value: string } }) => onChange(event.target.value));
  const takeNumber =
    onChange &&
    ((event: { target: { value: string } }) =>
      onChange(event.target.value === '' ? undefined : Number(event.target.value)));

  if (kind === 'textarea') return <textarea {...shared} {...held(value)} onChange={take} />;
  if (kind === 'number')
    return <input type="number" {...shared} {...held(value)} onChange={takeNumber} />;
  if (kind === 'rating')
    return (
      <select {...shared} {...held(value)} onChange={takeNumber}>
        <option value="" />
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  if (kind === 'checkbox')
    return (
      <input
        type="checkbox"
        {...shared}
        {...tick(value === true, isFree)}
        onChange={onChange && ((event) => onChange(event.target.checked))}
      />
    );
  if (kind === 'radio' || kind === 'multi') return <Choice {...props} />;
  return (
    <input type={kind === 'date' ? 'date' : 'text'} {...shared} {...held(value)} onChange={take} />
  );
}
