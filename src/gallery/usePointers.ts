import { useRef, type PointerEvent } from 'react';
import type { Zoom } from './useZoom.ts';

const swipePx = 60;
const measureDistance = ([a, b]: readonly { x: number; y: number }[]): number =>
  a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;

type Gesture = { from: { x: number; y: number }; pinchFrom?: { distance: number; factor: number } };

/**
 * Swipes to the next file, pinches to zoom, and pans a zoomed file, also by mouse. Buttons and keys
 * do the same.
 */
export function usePointers(zoom: Zoom, onSwipe: (steps: 1 | -1) => void) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const gesture = useRef<Gesture>(undefined);

  function end({ pointerId }: PointerEvent): void {
    fingers.current.delete(pointerId);
    if (fingers.current.size === 0) gesture.current = undefined;
  }

  return {
    onPointerDown({
      pointerId,
      pointerType,
      clientX: x,
      clientY: y,
      currentTarget,
      target,
    }: PointerEvent<HTMLElement>): void {
      if (pointerType === 'mouse' && (zoom.factor === 1 || !(target instanceof HTMLImageElement)))
        return;
      fingers.current.set(pointerId, { x, y });
      if (fingers.current.size === 1) gesture.current = { from: { x, y } };
      if (fingers.current.size === 2 && gesture.current)
        gesture.current.pinchFrom = {
          distance: measureDistance([...fingers.current.values()]),
          factor: zoom.factor,
        };
      if (pointerType === 'mouse') currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove({
      pointerId,
      pointerType,
      clientX: x,
      clientY: y,
      currentTarget,
    }: PointerEvent<HTMLElement>): void {
      const last = fingers.current.get(pointerId);
      if (!last) return;
      fingers.current.set(pointerId, { x, y });
      const pinch = gesture.current?.pinchFrom;
      if (pinch && fingers.current.size === 2 && pinch.distance > 0)
        zoom.set((pinch.factor * measureDistance([...fingers.current.values()])) / pinch.distance);
      else if (pointerType === 'mouse') currentTarget.scrollBy(last.x - x, last.y - y);
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      const { current } = gesture;
      if (current && !current.pinchFrom && event.pointerType !== 'mouse' && zoom.factor === 1) {
        const across = event.clientX - current.from.x;
        if (
          Math.abs(across) > swipePx &&
          Math.abs(across) > 1.5 * Math.abs(event.clientY - current.from.y)
        )
          onSwipe(across < 0 ? 1 : -1);
      }
      end(event);
    },
    onPointerCancel: end,
  };
}
