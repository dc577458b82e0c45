/** What a maker reads in the studio, word for word. */
export const STUDIO_MESSAGES = {
  editConflict: 'This film was changed in the meantime. Please reload it and try again.',
  incomplete: 'This film is not complete yet. Please add what is missing before publishing it.',
  videoNotReady: 'A video of this film is still being processed. Please publish it when that is done.',
  videoNotTranscoded: 'A video of this film has not been transcoded. Please start its transcode, then publish.',
  videoFailed: 'A video of this film could not be converted. Please upload it again before publishing.',
  paymentsUnavailable: 'Films with a price cannot be published yet, because no payment provider is set up.',
  focalPointRange: 'A focal point lies in the picture.',
  stillMissing: 'Please upload a trailer image first.',
  locationsUnavailable: 'Films cannot be limited to places yet. Please remove the locations.',
  staffOnlyField: 'Only staff can change this.',
  assetNotFound: 'This file does not exist.',
  assetNotYours: 'This file belongs to somebody else.',
  assetWrongKind: 'This file does not fit here: a video is needed for videos and a picture for pictures.',
  assetNotReady: 'This file is not ready yet. Please wait until its upload is checked.',
  assetUsedElsewhere: 'This file is used by another film.',
  assetLive: 'This is part of a published film. Please unpublish the film first, or replace it.',
  nothingWaiting: 'Nothing waits for a decision here.',
  replacementNotReady: 'The new video is still being processed.',
  replacementFailed: 'The new video could not be converted.',
  replacementNotTranscoded: 'The new video has not been transcoded.',
  priceRange: 'A price is between $0.99 and $999.99.',
  priceWhole: 'A price is in whole cents.',
  releaseDateRange: 'Please enter a date from 1880 to 2099.',
  screeningRange: 'Please enter a date and a time from 2000 to 2099.',
} as const;

/** How each field that publishing needs is asked for [STU-02]. */
export const MISSING_FIELD_MESSAGES = {
  filmTitle: 'Please add a title.',
  projectType: 'Please choose Short film or Feature film.',
  country: 'Please choose a country.',
  language: 'Please choose a language.',
  languages: 'Please choose at least one language.',
  genres: 'Please choose at least one genre.',
  rating: 'Please choose an age rating.',
  logLine: 'Please add a log line.',
  releaseDate: 'Please add a release date.',
  resolution: 'Please choose a resolution.',
} as const;
export type PublishField = keyof typeof MISSING_FIELD_MESSAGES;
