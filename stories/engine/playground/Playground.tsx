import { styled } from '@linaria/react';
import type { Diagnostic } from '@codemirror/lint';
import { applyEdits, format } from 'jsonc-parser';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl, type MessageDescriptor } from 'react-intl';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { formatFinding } from '#src/engine/core/lint/finding.ts';
import { applyTheme } from '#src/brands/colors.ts';
import { Button } from '#src/ui/Button.tsx';
import { Warning, WarningCircle } from '#src/ui/icons.ts';
import { lintDocument, type LocatedFinding } from '#tools/forms/lintDocument.ts';
import { JsonEditor, type JsonEditorHandle } from './JsonEditor.tsx';
import { Preview, type PreviewState } from './Preview.tsx';
import { presets } from './presets.ts';
import { Segments } from './Segments.tsx';

const Frame = styled.main`
  display: grid;
  grid-template-rows: auto minmax(20rem, 1fr) minmax(11rem, 28dvh);
  height: 100dvh;
  background: var(--canvas);
  @media (max-width: 1023px) {
    height: auto;
    grid-template-rows: none;
  }
`;
const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
  padding: 0.5rem var(--s-4);
  background: var(--surface);
  border-bottom: 1px solid var(--border);
  h1 {
    font-size: var(--text-xl);
    margin-right: auto;
  }
  h2 {
    font-family: var(--font-sans);
    font-size: var(--text-md);
    font-weight: var(--fw-strong);
    letter-spacing: 0;
    margin-right: auto;
  }
  label {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    color: var(--muted);
  }
  select {
    min-height: var(--control-sm);
    max-width: 60vw;
    padding: 0 0.5rem;
    background: var(--field);
    border: 1px solid var(--border-strong);
    border-radius: var(--r-sm);
    color: var(--text);
  }
`;
const Panes = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  min-height: 0;
  > section {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    min-height: 0;
    min-width: 0;
    border-right: 1px solid var(--border);
  }
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
    > section {
      min-height: 28rem;
    }
    > section:first-child {
      height: 32rem;
    }
  }
  @media (max-width: 639px) {
    &[data-area='definition'] > section:last-child,
    &[data-area='preview'] > section:first-child {
      display: none;
    }
  }
`;
const Below = styled.section`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  min-height: 0;
  background: var(--surface);
  border-top: 1px solid var(--border-strong);
  > div:last-child {
    overflow: auto;
  }
  pre {
    margin: 0;
    padding: var(--s-4);
    font: 0.875rem/1.5 var(--font-mono);
  }
  li {
    display: grid;
    grid-template-columns: 1.5rem 5.5rem minmax(0, 1fr) auto;
    gap: 0.5rem;
    align-items: baseline;
    padding: 0.5rem var(--s-4);
    border-bottom: 1px solid var(--border);
    overflow-wrap: anywhere;
  }
  li[data-severity='error'] > b {
    color: var(--danger-text);
  }
  li[data-severity='warning'] > b {
    color: var(--warn-text);
  }
  li svg {
    align-self: center;
  }
  li button {
    min-height: 1.5rem;
    padding: 0 0.25rem;
    border: 0;
    background: none;
    color: var(--accent-text);
    text-decoration: underline;
    white-space: nowrap;
  }
  @media (max-width: 639px) {
    li {
      grid-template-columns: 1.5rem minmax(0, 1fr) auto;
    }
    li > span {
      grid-column: 1 / -1;
      grid-row: 2;
    }
  }
`;
const Swatches = styled.span`
  display: flex;
  gap: 0.5rem;
  button {
    width: 1.75rem;
    height: 1.75rem;
    border: 2px solid var(--surface);
    border-radius: 50%;
    outline: 1px solid var(--border-strong);
  }
  button[aria-pressed='true'] {
    outline: 3px solid var(--focus);
  }
  @media (max-width: 639px) {
    display: none;
  }
`;
const OnPhones = styled.span`
  @media (min-width: 640px) {
    display: none;
  }
`;

const brands = ['#7d1f3f', '#14505c', '#0091d5', '#f2b705', '#1a1a1a'];
const firstPreset = Object.keys(presets)[0] ?? '';

/** The workshop: a definition, the form it makes, what is wrong with it, its schema and the answers given. */
export function Playground() {
  const intl = useIntl();
  const editor = useRef<JsonEditorHandle>(null);
  const [preset, setPreset] = useState(firstPreset);
  const [text, setText] = useState(presets[firstPreset] ?? '');
  const [area, setArea] = useState<'definition' | 'preview'>('definition');
  const [width, setWidth] = useState<'laptop' | 'phone'>('laptop');
  const [state, setState] = useState<PreviewState>('empty');
  const [below, setBelow] = useState<'check' | 'schema' | 'answers'>('check');
  const [brand, setBrand] = useState<string>();
  const [result, setResult] = useState<{ schema: unknown; answers: Answers }>({
    schema: null,
    answers: {},
  });

  const { findings, value } = useMemo(() => lintDocument(text), [text]);
  const say = (id: string, values: Record<string, string | number> = {}) =>
    String(intl.formatMessage({ id } as MessageDescriptor, values));
  const diagnostics = useMemo(
    () =>
      findings.map((finding): Diagnostic => {
        const { offset, length } = finding.place;
        const firstLine = text.slice(offset, offset + length).split('\n')[0]?.length ?? 0;
        return {
          from: offset,
          to: offset + firstLine,
          severity: finding.severity,
          message: formatFinding(finding, (id, values) =>
            String(intl.formatMessage({ id } as MessageDescriptor, values)),
          ),
        };
      }),
    [findings, text, intl],
  );

  const themed = (value as FormDefinition | undefined)?.theme?.primaryColor;
  const colour = brand ?? (typeof themed === 'string' ? themed : undefined);
  useEffect(() => applyTheme(colour ? { primaryColor: colour } : {}), [colour]);

  function open(name: string) {
    setPreset(name);
    setResult({ schema: null, answers: {} });
    setText(presets[name] ?? '');
  }
  function goTo({ place }: LocatedFinding) {
    setArea('definition');
    requestAnimationFrame(() => editor.current?.goTo(place.offset));
  }

  const count = (severity: LocatedFinding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  return (
    <Frame data-area={area}>
      <Bar>
        <h1>
          <FormattedMessage id="workshop.title" />
        </h1>
        <label>
          <FormattedMessage id="workshop.preset" />
          <select value={preset} onChange={(event) => open(event.target.value)}>
            {Object.keys(presets).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Swatches role="group" aria-label={say('workshop.brand')}>
          {brands.map((each) => (
            <button
              key={each}
              type="button"
              aria-label={each}
              aria-pressed={each === colour}
              style={{ background: each }}
              onClick={() => setBrand(each)}
            />
          ))}
        </Swatches>
        <OnPhones>
          <Segments
            label={say('workshop.area')}
            value={area}
            onChange={setArea}
            options={{ definition: say('workshop.definition'), preview: say('workshop.preview') }}
          />
        </OnPhones>
      </Bar>
      <Panes data-area={area}>
        <section aria-label={say('workshop.definition')}>
          <Bar>
            <h2>
              <FormattedMessage id="workshop.definition" />
            </h2>
            <Button
              variant="ghost"
              onClick={() =>
                setText(
                  applyEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2 })),
                )
              }
            >
              <FormattedMessage id="workshop.format" />
            </Button>
          </Bar>
          <JsonEditor
            ref={editor}
            text={text}
            label={say('workshop.definition')}
            diagnostics={diagnostics}
            onChange={setText}
          />
        </section>
        <section aria-label={say('workshop.preview')}>
          <Bar>
            <h2>
              <FormattedMessage id="workshop.preview" />
            </h2>
            <Segments
              label={say('workshop.width')}
              value={width}
              onChange={setWidth}
              options={{ laptop: say('workshop.laptop'), phone: say('workshop.phone') }}
            />
            <Segments
              label={say('workshop.state')}
              value={state}
              onChange={setState}
              options={{
                empty: say('workshop.empty'),
                errors: say('workshop.errors'),
                readOnly: say('workshop.readOnly'),
              }}
            />
          </Bar>
          <Preview
            key={`${text} ${state}`}
            value={value}
            findings={findings}
            answers={result.answers}
            isPhone={width === 'phone'}
            state={state}
            onResult={setResult}
          />
        </section>
      </Panes>
      <Below aria-label={say('workshop.check')}>
        <Bar>
          <h2>
            <span role="status">
              {say('workshop.counts', { errors: count('error'), warnings: count('warning') })}
            </span>
          </h2>
          <Segments
            label={say('workshop.check')}
            value={below}
            onChange={setBelow}
            options={{
              check: say('workshop.check'),
              schema: say('workshop.schema'),
              answers: say('workshop.answers'),
            }}
          />
        </Bar>
        <div tabIndex={0} role="group" aria-label={say(`workshop.${below}`)}>
          {below !== 'check' && <pre>{JSON.stringify(result[below], null, 2)}</pre>}
          {below === 'check' && findings.length === 0 && (
            <pre>
              <FormattedMessage id="workshop.nothingFound" />
            </pre>
          )}
          {below === 'check' && findings.length > 0 && (
            <ul>
              {findings.map((finding, index) => (
                <li key={index} data-severity={finding.severity}>
                  {finding.severity === 'error' ? (
                    <WarningCircle size={18} weight="fill" color="var(--danger-text)" aria-hidden />
                  ) : (
                    <Warning size={18} weight="fill" color="var(--warn-text)" aria-hidden />
                  )}
                  <b>
                    <FormattedMessage
                      id={finding.severity === 'error' ? 'workshop.error' : 'workshop.warning'}
                    />
                  </b>
                  <span>{formatFinding(finding, say)}</span>
                  <button type="button" onClick={() => goTo(finding)}>
                    <FormattedMessage id="workshop.line" values={{ line: finding.place.line }} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Below>
    </Frame>
  );
}
