-- The language of the browser that started a challenge: of its message, and of the account that it makes.
ALTER TABLE challenges ADD COLUMN language text NOT NULL DEFAULT 'en';
