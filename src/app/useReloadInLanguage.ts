import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { api, languageTags } from '#src/api/client/api.ts';
import { useLanguage } from '#src/locale/useLanguage.ts';

/** Loads shown data in the new language after a switch. */
export function useReloadInLanguage(): void {
  const dispatch = useDispatch();
  const language = useLanguage();
  const loadedRef = useRef(language);
  useEffect(() => {
    if (loadedRef.current === language) return;
    loadedRef.current = language;
    dispatch(api.util.invalidateTags([...languageTags]));
  }, [language, dispatch]);
}
