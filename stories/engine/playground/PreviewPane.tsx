import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { LocatedFinding } from '#tools/forms/lintDocument.ts';
import { Bar } from './Bar.tsx';
import { Preview, type PreviewState, type Result } from './Preview.tsx';
import { Segments } from './Segments.tsx';
import { useSay } from './useSay.ts';

type PreviewPaneProps = {
  text: string;
  value: unknown;
  findings: readonly LocatedFinding[];
  result: Result;
  onResult: (result: Result) => void;
};

/** Shows the form in a width and a state. */
export function PreviewPane({ text, value, findings, result, onResult }: PreviewPaneProps) {
  const say = useSay();
  const [width, setWidth] = useState<'laptop' | 'phone'>('laptop');
  const [state, setState] = useState<PreviewState>('empty');
  return (
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
        onResult={onResult}
      />
    </section>
  );
}
