/** What a maker reads in the studio, word for word. */
export const STUDIO_MESSAGES = {
  editConflict: 'This film was changed in another place. Please reload it, then make your change again.',
  incomplete: 'This film is not complete yet. Please add what is missing before publishing it.',
  videoNotReady: 'We are still preparing a video of this film. You can publish it as soon as that is done.',
  videoNotTranscoded:
    'A video of this film has not been prepared for watching. Please start that on its Upload page, then publish.',
  videoFailed:
    'We could not prepare a video of this film. Nothing else is lost. Please upload that video again, then publish.',
  paymentsUnavailable:
    'We cannot take payments here yet, so a film with a price cannot be published. Your film is saved.',
  focalPointRange: 'A focal point lies in the picture.',
  stillMissing: 'Please upload a trailer image first.',
  staffOnlyField: 'Only staff can change this.',
  assetNotFound: 'This file does not exist.',
  assetNotYours: 'This file belongs to somebody else.',
  assetWrongKind: 'This file does not fit here. Film and trailer need a video, poster and trailer image a picture.',
  assetNotReady: 'We are still checking this file. Please try again in a moment.',
  assetUsedElsewhere: 'This file is used by another film.',
  assetLive: 'This is part of a published film. Please unpublish the film first, or replace it.',
  nothingWaiting: 'There is nothing left to decide here.',
  replacementNotReady: 'We are still preparing the new video.',
  replacementFailed: 'We could not prepare the new video. The approved one stays live.',
  replacementNotTranscoded: 'The new video has not been prepared for watching.',
  priceRange: 'A price is between $0.99 and $999.99.',
  priceWhole: 'A price is in whole cents.',
  coinRange: 'A price in coins is between 1 and 1,000,000, or empty.',
  resolutionUnknown: 'Please choose a resolution.',
  releaseDateRange: 'Please enter a date from 1880 to 2099.',
  screeningRange: 'Please enter a date and a time from 2000 to 2099.',
} as const;

/** How each field that publishing needs is asked for [STU-02]; the resolution follows from the video. */
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
} as const;
export type PublishField = keyof typeof MISSING_FIELD_MESSAGES;
