import type { Diagnostic } from '@codemirror/lint';
import { applyEdits, format } from 'jsonc-parser';
import { useMemo, type Ref } from 'react';
import { FormattedMessage } from 'react-intl';
import { formatFinding } from '#src/engine/core/lint/finding.ts';
import { Button } from '#src/ui/Button.tsx';
import type { LocatedFinding } from '#tools/forms/lintDocument.ts';
import { Bar } from './Bar.tsx';
import { JsonEditor, type JsonEditorHandle } from './JsonEditor.tsx';
import { useSay } from './useSay.ts';

type DefinitionPaneProps = {
  ref: Ref<JsonEditorHandle>;
  text: string;
  findings: readonly LocatedFinding[];
  onChange: (text: string) => void;
};

/** Edits the definition, with its findings beside their lines. */
export function DefinitionPane({ ref, text, findings, onChange }: DefinitionPaneProps) {
  const say = useSay();
  const diagnostics = useMemo(
    () =>
      findings.map((finding): Diagnostic => {
        const { offset, length } = finding.place;
        const firstLine = text.slice(offset, offset + length).split('\n')[0]?.length ?? 0;
        return {
          from: offset,
          to: offset + firstLine,
          severity: finding.severity,
          message: formatFinding(finding, say),
        };
      }),
    [findings, text, say],
  );

  return (
    <section aria-label={say('workshop.definition')}>
      <Bar>
        <h2>
          <FormattedMessage id="workshop.definition" />
        </h2>
        <Button
          variant="ghost"
          onClick={() =>
            onChange(applyEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2 })))
          }
        >
          <FormattedMessage id="workshop.format" />
        </Button>
      </Bar>
      <JsonEditor
        ref={ref}
        text={text}
        label={say('workshop.definition')}
        diagnostics={diagnostics}
        onChange={onChange}
      />
    </section>
  );
}
