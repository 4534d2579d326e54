import '#src/ui/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { LocaleProvider } from '#src/features/locale/LocaleProvider.tsx';
import { loadMessages } from '#src/features/locale/messages.ts';
import { onStoredChange } from '#src/lib/storage.ts';
import { showChosenTheme } from '#src/lib/theme.ts';
import { App } from './App.tsx';
import { createStore } from './store.ts';
import { takeOver } from './takeOver.ts';

onStoredChange(showChosenTheme); // here or in another tab

const store = createStore();
const { language } = store.getState().locale;
const messages = await loadMessages(language, ['visitors']);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

takeOver(root);
// As a transition it is drawn in small steps, between which the browser answers to what is already there.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <LocaleProvider initial={{ language, messages }}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </LocaleProvider>
      </Provider>
    </StrictMode>,
  ),
);
