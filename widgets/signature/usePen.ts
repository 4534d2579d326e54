import { useEffect, useRef, useState, type PointerEvent } from 'react';
import SignaturePad from 'signature_pad';
import { limits } from '#schemas/limits.ts';
import { ink, penWidths, strokeFrom } from './ink.ts';
import type { Stroke } from './signatureAnswer.ts';

/** The canvas in the device's own pixels; it is empty between strokes, so it can be cut to size before each. */
function fit(canvas: HTMLCanvasElement, pad: SignaturePad): void {
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = Math.max(devicePixelRatio, 1);
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.getContext('2d')?.scale(ratio, ratio);
  Object.assign(pad, penWidths(width));
  pad.clear();
}

/**
 * Lets pen, mouse and finger draw on a canvas, one stroke at a time: a stroke that has ended is handed over, and the
 * canvas is empty again. A finger must tap the sheet first and loses it by touching anything else: whoever scrolls past
 * scrolls, and leaves no line.
 */
export function usePen(onStroke: (stroke: Stroke) => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const [isActive, setIsActive] = useState(false);
  const handleStroke = useRef(onStroke);
  useEffect(() => {
    handleStroke.current = onStroke;
  });

  function handOver() {
    const [group] = pad.current?.toData() ?? [];
    const width = canvas.current?.getBoundingClientRect().width ?? 0;
    pad.current?.clear();
    if (group && width > 0)
      handleStroke.current(strokeFrom(group.points, width, limits.signature.maxPointsPerStroke));
  }

  // At once, not with the next render: a pen enters and presses in one moment.
  function activate() {
    if (isActive || !canvas.current) return;
    if (pad.current) pad.current.on();
    else {
      pad.current = new SignaturePad(canvas.current, { penColor: ink });
      pad.current.addEventListener('endStroke', handOver);
    }
    setIsActive(true);
  }

  useEffect(() => {
    if (!isActive) return undefined;
    const handleElsewhere = ({ target }: Event) => {
      if (target === canvas.current) return;
      pad.current?.off();
      setIsActive(false);
    };
    document.addEventListener('pointerdown', handleElsewhere);
    return () => document.removeEventListener('pointerdown', handleElsewhere);
  }, [isActive]);

  useEffect(() => () => pad.current?.off(), []);

  return {
    isActive,
    surface: {
      ref: canvas,
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') activate();
      },
      onPointerDownCapture: () => {
        if (canvas.current && pad.current) fit(canvas.current, pad.current);
      },
      onClick: activate,
    },
  };
}
