import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { limits } from '#schemas/limits.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowCounterClockwise, Eraser } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from './Sheet.tsx';
import { svgOf } from './ink.ts';
import type { PanelProps } from './panel.ts';
import { Tools } from './Tools.tsx';
import { usePen } from './usePen.ts';
import type { Stroke } from './signatureAnswer.ts';

const nothing: Stroke[] = [];

/** What a stroke, or clearing the sheet, has made of the drawing. */
type Step = { before: Stroke[]; after: Stroke[] };

export function DrawPanel({ content, onGive, date, isInvalid, isDisabled }: PanelProps<'drawn'>) {
  const intl = useIntl();
  const strokes = content?.strokes ?? nothing;
  const [steps, setSteps] = useState<Step[]>([]);
  const [isFull, setIsFull] = useState(false);
  const isMine = steps.at(-1)?.after === strokes; // else another tab has signed since
  const canUndo = strokes.length > 0 || isMine;
  const { isActive, surface } = usePen((stroke) => change([...strokes, stroke]));

  function change(next: Stroke[]) {
    const isTooMuch =
      next.length > limits.signature.maxStrokes ||
      svgOf({ method: 'drawn', strokes: next }).length > limits.signature.drawingMaxLength;
    setIsFull(isTooMuch);
    if (isTooMuch) return;
    const after = next.length > 0 ? next : nothing;
    setSteps([...(isMine ? steps : []), { before: strokes, after }]);
    give(after);
  }

  const give = (next: Stroke[]) =>
    onGive(next.length > 0 ? { method: 'drawn', strokes: next } : undefined);

  /** Takes the last step back, a cleared sheet too; of a drawing from an earlier visit its last stroke. */
  function undo() {
    setSteps(steps.slice(0, -1));
    setIsFull(false);
    give((isMine && steps.at(-1)?.before) || strokes.slice(0, -1));
  }

  const isEmpty = strokes.length === 0;
  return (
    <>
      <Sheet
        content={content}
        isActive={isActive}
        isInvalid={isInvalid}
        label={intl.formatMessage({
          id: isEmpty ? 'signature.sheetEmpty' : 'signature.sheetDrawn',
        })}
        caption={
          <>
            <span>{isEmpty && <FormattedMessage id="signature.signHere" />}</span>
            {date}
          </>
        }
      >
        {!isDisabled && <canvas {...surface} aria-hidden data-testid="signature-canvas" />}
      </Sheet>
      <Tools>
        <Button
          variant="ghost"
          icon={<ArrowCounterClockwise size={20} aria-hidden />}
          disabled={isDisabled || !canUndo}
          onClick={undo}
        >
          <FormattedMessage id="signature.undo" />
        </Button>
        <Button
          variant="ghost"
          icon={<Eraser size={20} aria-hidden />}
          disabled={isDisabled || isEmpty}
          onClick={() => change([])}
        >
          <FormattedMessage id="signature.clear" />
        </Button>
      </Tools>
      {isFull && (
        <Note tone="warning" role="alert">
          <FormattedMessage id="signature.full" />
        </Note>
      )}
    </>
  );
}
