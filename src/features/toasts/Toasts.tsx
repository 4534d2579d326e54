import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import type { Toast } from './slice.ts';

const ToastViewport = lazy(async () => ({ default: (await import('./ToastViewport.tsx')).ToastViewport }));

/** Nothing until the first message: most visits never see one, so its code is not part of the page. */
export function Toasts() {
  const list = useSelector(({ toasts }: { toasts: Toast[] }) => toasts);
  return list.length > 0 ? <Suspense><ToastViewport list={list} /></Suspense> : null;
}
