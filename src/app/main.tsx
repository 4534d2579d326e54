import '#src/ui/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { LocaleProvider } from '#src/locale/LocaleProvider.tsx';
import { loadMessages } from '#src/locale/messages.ts';
import { onStoredChange } from '#src/device/storage.ts';
import { showChosenTheme } from '#src/device/theme.ts';
import { App } from './App.tsx';
import { createStore } from './store.ts';
import { replaceFirstView } from './serverRender/replaceFirstView.ts';

onStoredChange(showChosenTheme);

const store = createStore();
const { language } = store.getState().locale;
const messages = await loadMessages(language, ['visitors']);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

replaceFirstView(root);
// A transition renders in slices, so that the browser can answer input between them.
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
