import { lazy, Suspense, useEffect } from 'react';
import { useSelector } from 'react-redux';
import type { Toast } from './slice.ts';

const loadViewport = () => import('./ToastViewport.tsx');
const ToastViewport = lazy(async () => ({ default: (await loadViewport()).ToastViewport }));

/** Long enough after the start to be in nobody's way. */
const fetchAheadMs = 2_000;

/** Nothing until the first message. Its code is fetched ahead: the first message may be that the net is gone. */
export function Toasts() {
  const list = useSelector(({ toasts }: { toasts: Toast[] }) => toasts);
  useEffect(() => {
    const timer = setTimeout(() => void loadViewport().catch(() => undefined), fetchAheadMs); // it is asked for again when it is needed
    return () => clearTimeout(timer);
  }, []);
  return list.length > 0 ? <Suspense><ToastViewport list={list} /></Suspense> : null;
}
