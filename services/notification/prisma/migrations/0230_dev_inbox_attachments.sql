-- The files of a mail in the development inbox: filename, contentType, and content in base64.
ALTER TABLE dev_inbox_messages ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';
