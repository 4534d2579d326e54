import { useEffect, useRef, useState, type PointerEvent } from 'react';
import SignaturePad from 'signature_pad';
import { signatureLimits } from '#schemas/forms/limits.ts';
import { ink, computePenWidths, createStroke } from './ink.ts';
import type { Stroke } from './signatureAnswer.ts';

/** Resizes the canvas to device pixels. It is empty between strokes, so this loses nothing. */
function resizeCanvas(canvas: HTMLCanvasElement, pad: SignaturePad): void {
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = Math.max(devicePixelRatio, 1);
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.getContext('2d')?.scale(ratio, ratio);
  Object.assign(pad, computePenWidths(width));
  pad.clear();
}

/**
 * Draws strokes with pen, mouse and finger; each finished stroke is reported and the canvas
 * cleared. A finger has to tap the paper first, so that scrolling over it draws nothing.
 */
export function usePen(onStroke: (stroke: Stroke) => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const [isActive, setIsActive] = useState(false);
  const handleStroke = useRef(onStroke);
  useEffect(() => {
    handleStroke.current = onStroke;
  });

  function reportStrokes() {
    const [group] = pad.current?.toData() ?? [];
    const width = canvas.current?.getBoundingClientRect().width ?? 0;
    pad.current?.clear();
    if (group && width > 0)
      handleStroke.current(createStroke(group.points, width, signatureLimits.maxPointsPerStroke));
  }

  // Synchronous, because a pen enters and presses in one event loop turn.
  function activate() {
    if (isActive || !canvas.current) return;
    if (pad.current) pad.current.on();
    else {
      pad.current = new SignaturePad(canvas.current, { penColor: ink });
      pad.current.addEventListener('endStroke', reportStrokes);
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
        if (canvas.current && pad.current) resizeCanvas(canvas.current, pad.current);
      },
      onClick: activate,
    },
  };
}
