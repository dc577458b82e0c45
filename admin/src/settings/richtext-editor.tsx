import '@mantine/tiptap/styles.css';
import { Input } from '@mantine/core';
import { Link, RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useId } from 'react';

type Props = {
  html: string;
  label: string;
  isReadOnly: boolean;
  error?: string | undefined;
  onChange: (html: string) => void;
};

/** Edits formatted text: what the server keeps of a richtext can be made here, and nothing else. */
export function RichtextEditor({ html, label, isReadOnly, error, onChange }: Props) {
  const errorId = useId();
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: false, heading: { levels: [2, 3, 4] }, codeBlock: false }), Link],
    content: html,
    editable: !isReadOnly,
    immediatelyRender: true,
    editorProps: {
      attributes: {
        ...{ 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
        ...(isReadOnly && { 'aria-readonly': 'true' }),
        ...(error !== undefined && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
      },
    },
    onUpdate: (update) => onChange(update.editor.getHTML()),
  });
  return (
    <div>
      <RichTextEditor editor={editor}>
        <RichTextEditor.Toolbar hidden={isReadOnly}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
            <RichTextEditor.ClearFormatting />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.H4 />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
            <RichTextEditor.Hr />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
      {error !== undefined && (
        <Input.Error id={errorId} mt="xs">
          {error}
        </Input.Error>
      )}
    </div>
  );
}
