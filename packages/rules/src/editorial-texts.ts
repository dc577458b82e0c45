// The texts that come with the software. An operator replaces them by their own in the system settings: these describe
// what the software does, and name no operator, no law and no price.

const OPERATOR =
  '<p><em>This is the text that comes with the software. The operator of this site replaces it with their own.</em></p>';

export const TERMS_OF_USE = [
  OPERATOR,
  '<h2>What this site is</h2>',
  '<p>Marquee is a place to watch films and to show them. Everybody may look around. To watch, to rate and to write, you need an account.</p>',
  '<h2>Your account</h2>',
  '<p>You sign in with a link in your email, a code in a text message, or a passkey. Keep these to yourself: who has them can act in your name. You can see where you are signed in, and sign out any other browser, in your settings.</p>',
  '<h2>What you watch</h2>',
  '<p>An unlocked film is for you to watch during the time that its page names. Please do not copy it or show it in public, unless its maker allows you to.</p>',
  '<h2>What you write and upload</h2>',
  '<p>It stays yours. Upload only what you have the right to show. Please be kind: no hatred, no threats, nobody’s private details.</p>',
  '<ul><li>Staff look at a film before it is shown to everybody, and may ask for changes.</li><li>Anybody who is signed in can report a film. Staff may remove films, reviews and accounts that break these terms.</li></ul>',
  '<h2>What we cannot promise</h2>',
  '<p>We try to keep the site available and your films safe, but we cannot promise that it is never interrupted. Keep your own copy of what you upload.</p>',
].join('');

export const PRIVACY_POLICY = [
  OPERATOR,
  '<h2>What is stored</h2>',
  '<ul><li><strong>Your account:</strong> your name, your email address or phone number, and what you add to your profile.</li><li><strong>Your browsers:</strong> the browser and the rough place of each sign-in, so that you can tell which ones are yours.</li><li><strong>What you do:</strong> the films you watch and how far, your ratings, reviews, likes and unlocks.</li><li><strong>What you upload:</strong> films, pictures and what you write about them.</li></ul>',
  '<h2>Who sees it</h2>',
  '<p>Your name, your reviews and your public profile can be seen by everybody; you choose in your profile whether it can be found. Your email address and phone number are not shown to others. Staff can see accounts and films to do their work.</p>',
  '<h2>Cookies</h2>',
  '<p>A cookie keeps you signed in, and your browser remembers what you chose, such as light or dark. No cookie follows you to other sites, and no advertiser is involved.</p>',
  '<h2>Messages</h2>',
  '<p>We send you links and codes to sign in, and tell you about your films and credits. Each invitation has a link that stops invitations.</p>',
  '<h2>Questions</h2>',
  '<p>The operator of this site answers questions about your data, and names a contact here.</p>',
].join('');

export const LICENSE_AGREEMENT = [
  OPERATOR,
  '<h2>For people who show films here</h2>',
  '<p>Your film stays yours. By publishing it you allow this site to store it, to prepare it for watching, to show it to the viewers and on the devices that you choose, and to show its trailer, its pictures and its facts to everybody.</p>',
  '<p>You confirm that you have the rights that this needs: of the film, its music, its pictures, and the people in it.</p>',
  '<p>This permission is not exclusive and ends when you remove the film. People who have unlocked it cannot watch it any more.</p>',
  '<h2>For people who watch</h2>',
  '<p>An unlock lets you watch a film yourself during the time that its page names. It cannot be passed on.</p>',
  '<h2>The software</h2>',
  '<p>Marquee itself is free software under the Apache License, version 2.0.</p>',
].join('');

export const FAQ = [
  '<h2>Watching</h2>',
  '<h3>How long can I watch a film that I unlocked?</h3>',
  '<p>The page of the film says until when. You can stop at any time and continue where you were.</p>',
  '<h3>Why does a film say that it is being prepared?</h3>',
  '<p>After an upload we make several qualities of a film, so that it plays well everywhere. This takes a while. You can watch it on its page as soon as it is ready.</p>',
  '<h3>Can I watch on my phone?</h3>',
  '<p>Yes, in its browser. There is nothing to install.</p>',
  '<h2>Your account</h2>',
  '<h3>Why is there no password?</h3>',
  '<p>You sign in with a link, a code or a passkey instead. None of them can be guessed, and there is nothing to remember.</p>',
  '<h3>Somebody else may be signed in as me. What can I do?</h3>',
  '<p>Your settings list every browser where you are signed in. Sign out those that you do not know.</p>',
  '<h2>Showing films</h2>',
  '<h3>How do I show my film here?</h3>',
  '<p>Create an account as an Entertainment Pro, then add your film in the studio. It says what is missing. Our staff look at each film before everybody can see it.</p>',
  '<h3>What kind of file do you need?</h3>',
  '<p>The best you have: we prepare it for watching. A file may be up to 20 GB and 12 hours long.</p>',
].join('');
