import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, type Text } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { Input } from '@mantine/core';
import { useEffect, useId, useRef, type RefObject } from 'react';
import { cspNonce } from '../../elements/nonce';
import { positionIn } from './field-errors';
import { fieldCompletion, liquidColours, liquidLanguage } from './liquid-language';
import type { LanguageField } from './rule-language';
import '../template-editor.css';

interface TemplateEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The server's message about the text. Null: it has none. */
  readonly error: string | null;
  readonly fields: readonly LanguageField[];
}

/** A text that may be a Liquid template, with completion of fields and errors where they are. */
export default function TemplateEditor({ label, value, onChange, error, fields }: TemplateEditorProps) {
  const id = useId();
  const parent = useRef<HTMLDivElement>(null);
  const { view, completion, attributes } = useEditor(parent, value, onChange);

  // Another draft was loaded: the editor takes its text.
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [view, value]);

  useEffect(() => {
    const override = [fieldCompletion(fields)];
    view.current?.dispatch({ effects: completion.current.reconfigure(autocompletion({ override })) });
  }, [view, completion, fields]);

  useErrorShown(view, attributes, error, id);

  return (
    <div>
      <Input.Label component="div" id={`${id}-label`} onClick={() => view.current?.focus()}>
        {label}
      </Input.Label>
      <div ref={parent} className="template-editor" data-invalid={error !== null} />
      <Input.Description id={`${id}-hint`} mt={4}>
        Ctrl + Space offers the fields.
      </Input.Description>
      {error !== null && (
        <Input.Error id={`${id}-error`} mt={4} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}

/** Mounts CodeMirror into an element, with parts whose configuration changes later. */
function useEditor(
  parent: RefObject<HTMLDivElement | null>,
  value: string,
  onChange: (value: string) => void,
) {
  const view = useRef<EditorView>(null);
  const completion = useRef(new Compartment());
  const attributes = useRef(new Compartment());
  const latest = useRef({ onChange, value });
  useEffect(() => {
    latest.current = { onChange, value };
  });
  useEffect(() => {
    if (parent.current === null) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(cspNonce()),
          history(),
          closeBrackets(),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          liquidLanguage,
          syntaxHighlighting(liquidColours),
          completion.current.of([]),
          attributes.current.of([]),
          EditorView.lineWrapping,
          placeholder('A text, or a template: {{ creditor.name }}'),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [parent]);
  return { view, completion, attributes };
}

/** Marks the error in the text, and connects it with the editor for screen readers. */
function useErrorShown(
  view: RefObject<EditorView | null>,
  attributes: RefObject<Compartment>,
  error: string | null,
  id: string,
): void {
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const described = [`${id}-hint`, ...(error === null ? [] : [`${id}-error`])].join(' ');
    const names = {
      'aria-labelledby': `${id}-label`,
      'aria-describedby': described,
      'aria-invalid': String(error !== null),
    };
    editor.dispatch({
      effects: attributes.current.reconfigure(EditorView.contentAttributes.of(names)),
    });
    editor.dispatch(
      setDiagnostics(editor.state, error === null ? [] : [diagnosticOf(error, editor.state.doc)]),
    );
  }, [view, attributes, error, id]);
}

/** Returns the mark of an error: at the position in the message, or at the whole text if the message has none. */
function diagnosticOf(message: string, doc: Text): Diagnostic {
  const position = positionIn(message);
  if (position === null || position.line > doc.lines) {
    return { from: 0, to: doc.length, severity: 'error', message };
  }
  const line = doc.line(position.line);
  const from = Math.min(line.from + position.column - 1, line.to);
  return { from, to: Math.max(from, line.to), severity: 'error', message };
}
