import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import '@fontsource-variable/source-code-pro/wght.css';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { completeDefinition } from './completion.ts';

export type JsonEditorHandle = { goTo(offset: number): void };

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--success-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn-text)' },
  { tag: tags.punctuation, color: 'var(--muted)' },
]);

const look = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '.875rem',
  },
  '&.cm-focused': { outline: '3px solid var(--focus)', outlineOffset: '-3px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: '1rem' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-tint-2) !important',
  },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--accent-tint)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--r-sm)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionInfo': { maxWidth: '20rem', padding: '.5rem .75rem' },
});

type JsonEditorProps = {
  text: string;
  label: string;
  diagnostics: readonly Diagnostic[];
  onChange: (text: string) => void;
  ref?: Ref<JsonEditorHandle>;
};

const createExtensions = (label: string, onChange: (text: string) => void) => [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  closeBrackets(),
  json(),
  syntaxHighlighting(colours),
  look,
  EditorView.lineWrapping,
  autocompletion({ override: [completeDefinition] }),
  keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onChange(update.state.doc.toString());
  }),
];

/**
 * A JSON editor with completion from the schema. Tab moves the focus out of it, as in other fields.
 */
export function JsonEditor({ text, label, diagnostics, onChange, ref }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });

  useEffect(() => {
    const extensions = createExtensions(label, (changed) => report.current(changed));
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({ extensions }),
    }); // ! the element is rendered by this component
    view.current = editor;
    return () => editor.destroy();
  }, [label]);

  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== text)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text, label]);

  useEffect(() => {
    const editor = view.current;
    if (editor && diagnostics.every(({ to }) => to <= editor.state.doc.length))
      editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [diagnostics, label]);

  useImperativeHandle(
    ref,
    () => ({
      goTo(offset) {
        view.current?.dispatch({
          selection: { anchor: offset },
          effects: EditorView.scrollIntoView(offset, { y: 'center' }),
        });
        view.current?.focus();
      },
    }),
    [],
  );

  return <div ref={host} style={{ height: '100%', minHeight: 0, overflow: 'auto' }} />;
}
