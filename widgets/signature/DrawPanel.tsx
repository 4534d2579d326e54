import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { signatureLimits } from '#schemas/forms/limits.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowCounterClockwise, Eraser } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { SignaturePaper } from './SignaturePaper.tsx';
import { isNoSignature } from './isNoSignature.ts';
import { renderSvg } from './ink.ts';
import type { PanelProps } from './panel.ts';
import { Tools } from './Tools.tsx';
import { usePen } from './usePen.ts';
import type { Stroke } from './signatureAnswer.ts';

const nothing: Stroke[] = [];

/** The drawing before and after a stroke or a clear. */
type Step = { before: Stroke[]; after: Stroke[] };

const isTooLarge = (strokes: Stroke[]): boolean =>
  strokes.length > signatureLimits.maxStrokes ||
  renderSvg({ method: 'drawn', strokes }).length > signatureLimits.drawingMaxLength;

/** Changes the strokes, with undo. Rejects a drawing that is too large. */
function useDrawing({ content, onGive }: Pick<PanelProps<'drawn'>, 'content' | 'onGive'>) {
  const strokes = content?.strokes ?? nothing;
  const [steps, setSteps] = useState<Step[]>([]);
  const [isFull, setIsFull] = useState(false);
  const isMine = steps.at(-1)?.after === strokes; // false if another tab has signed since

  const submit = (next: Stroke[]) =>
    onGive(next.length > 0 ? { method: 'drawn', strokes: next } : undefined);

  function change(next: Stroke[]) {
    const isTooMuch = isTooLarge(next);
    setIsFull(isTooMuch);
    if (isTooMuch) return;
    const after = next.length > 0 ? next : nothing;
    setSteps([...(isMine ? steps : []), { before: strokes, after }]);
    submit(after);
  }

  /**
   * Undoes the last step, also a clear. Of a drawing from an earlier visit, removes the last
   * stroke.
   */
  function undo() {
    setSteps(steps.slice(0, -1));
    setIsFull(false);
    submit((isMine && steps.at(-1)?.before) || strokes.slice(0, -1));
  }

  return { strokes, isFull, canUndo: strokes.length > 0 || isMine, change, undo };
}

export function DrawPanel(props: PanelProps<'drawn'>) {
  const { content, date, isInvalid, isDisabled } = props;
  const intl = useIntl();
  const { strokes, isFull, canUndo, change, undo } = useDrawing(props);
  const { isActive, surface } = usePen((stroke) => change([...strokes, stroke]));
  const isEmpty = strokes.length === 0;
  const isOnlyDot = content !== undefined && isNoSignature(content);
  return (
    <>
      <SignaturePaper
        content={content}
        isActive={isActive}
        isInvalid={isInvalid}
        label={intl.formatMessage({
          id: isEmpty || isOnlyDot ? 'signature.sheetEmpty' : 'signature.sheetDrawn',
        })}
        caption={
          <>
            <span>{isEmpty && <FormattedMessage id="signature.signHere" />}</span>
            {date}
          </>
        }
      >
        {!isDisabled && <canvas {...surface} aria-hidden data-testid="signature-canvas" />}
      </SignaturePaper>
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
      {isOnlyDot && (
        <Note tone="warning" role="status">
          <FormattedMessage id="signature.error.tooLittle" />
        </Note>
      )}
      {isFull && (
        <Note tone="warning" role="alert">
          <FormattedMessage id="signature.full" />
        </Note>
      )}
    </>
  );
}
