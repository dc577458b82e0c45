/** Common reasons to ask for changes: a beginning, which staff complete before they send it. */
export const CHANGE_TEMPLATES: readonly { label: string; text: string }[] = [
  {
    label: 'Picture quality of the video',
    text: 'The picture of the film is not good enough to be shown: it is soft or shows blocks. Please upload a version of at least 1080p, with as little compression as you can.',
  },
  {
    label: 'Sound',
    text: 'The sound of the film has a problem: [where, and what is heard]. Please upload a version with the sound corrected.',
  },
  {
    label: 'Poster or still',
    text: 'The poster does not fit its frame: parts of it are cut off, or its text cannot be read when it is small. Please upload another in the format 2:3.',
  },
  {
    label: 'Trailer',
    text: 'The trailer does not show this film, or is not complete. Please upload the trailer of the film.',
  },
  {
    label: 'Title, log line or credits',
    text: 'Some of what the film’s page says is not right: [what]. Please correct it.',
  },
  {
    label: 'Age rating',
    text: 'The age rating does not fit what the film shows: [which scene]. Please choose the rating that fits.',
  },
  {
    label: 'Rights',
    text: 'The film uses [music, pictures or text] of others. Please tell us that you have the right to use it, or replace it.',
  },
];
