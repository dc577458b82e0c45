// What an answer to a visitor may hold. A new field that a public method can reach fails here until it is listed, with
// the question whether a visitor has any business to know it; one that only the maker, staff or services need belongs in
// a message of theirs.
// @inputs proto packages services
import type { DescMessage } from '@bufbuild/protobuf';
import { Audience, accessOf } from '@marquee/contracts/access';
import { allServices } from '@marquee/contracts/services';

/** The same for everybody. */
const FOR_EVERYBODY: Record<string, readonly string[]> = {
  'film.v1.GetFeedResponse': ['hero', 'rails'],
  'film.v1.Rail': ['kind', 'title', 'genre', 'films'],
  'film.v1.ListFilmsResponse': ['films', 'next_cursor', 'respelled'],
  // Words of films that everybody finds; a test of film's holds it.
  'film.v1.Respelled': ['spellings', 'query_matches'],
  'film.v1.FilmCard': [
    ...['id', 'film_title', 'log_line', 'release_type', 'project_type', 'release_year', 'running_time', 'genres'],
    ...['rating', 'poster', 'trailer_thumbnail', 'is_free', 'usd_cost', 'coin_cost', 'user_rating', 'rating_count'],
    ...['is_festival_winner', 'screening_start_time', 'country', 'directors', 'preparing'],
  ],
  'film.v1.GetFilmResponse': ['film'],
  'film.v1.Film': [
    ...['id', 'film_title', 'log_line', 'release_type', 'release_date', 'rating', 'running_time', 'country', 'genres'],
    ...['language', 'languages', 'project_type', 'is_student_film', 'is_first_time_film_maker', 'has_subtitles'],
    ...['resolution', 'poster_uri', 'trailer_thumbnail_uri', 'festival_name', 'festival_id', 'published'],
    ...[
      'is_approved',
      'is_free',
      'usd_cost',
      'coin_cost',
      'screening_start_time',
      'distribution',
      'is_festival_winner',
    ],
    ...['user_rating', 'rating_count', 'comment_count', 'created_by', 'created_at', 'updated_at', 'counters', 'poster'],
    ...['trailer_thumbnail', 'has_trailer', 'has_film', 'version', 'rating_histogram', 'directors'],
    ...['available_from', 'available_until', 'start_window_hours', 'watch_window_hours', 'preparing'],
    'has_audio_description',
  ],
  'film.v1.FilmCounters': ['view_count', 'like_count'],
  'film.v1.Distribution': ['website', 'mobile', 'tv'],
  'film.v1.Image': ['id', 'uri', 'width', 'height', 'widths', 'thumbhash', 'focal_point'],
  'film.v1.FocalPoint': ['x', 'y'],
  'film.v1.GetTrailerResponse': ['signed_url', 'trickplay_url', 'duration_ms', 'hls_manifest', 'dash_manifest'],
  // How many people are at a premiere, and never who.
  'film.v1.GetPremiereResponse': ['premiere', 'here', 'now'],
  'film.v1.Premiere': [
    ...['film_id', 'version', 'starts_at', 'pre_roll_video_uri', 'pre_roll_duration', 'duration_ms', 'stopped'],
    ...['film_ready', 'event_id', 'needs_ticket'],
  ],
  'film.v1.GetServerTimeResponse': ['now'],
  // Whether the site sends text messages is no secret.
  'film.v1.ListCrewResponse': ['crew', 'next_cursor', 'invites_by_text'],
  // Whether somebody was invited, and what they answered, are only filled in for who edits the film; who it is only once
  // they agree. Tests of film's hold both.
  'film.v1.CrewEntry': [
    ...['id', 'department', 'credit', 'first_name', 'last_name', 'role', 'person_id', 'profile_picture', 'invited'],
    'confirmation',
  ],
  'film.v1.ListAwardsResponse': ['awards'],
  'film.v1.Award': ['id', 'festival_name', 'festival_id', 'category', 'year', 'winner'],
  'film.v1.ListPersonFilmsResponse': ['films', 'next_cursor', 'credit_count'],
  'film.v1.PersonFilm': ['film', 'credits'],
  'film.v1.PersonCredit': ['credit', 'role'],
  'film.v1.ListSitemapFilmsResponse': ['film_ids'],
  'film.v1.CountPageViewResponse': [],
  // What an ad of the house shows to who has the id of its showing.
  'film.v1.GetAdResponse': [
    ...['title', 'companion_text', 'click_url', 'film_id', 'skip_after_seconds', 'duration_ms', 'width', 'height'],
    ...['signed_url', 'dash_manifest', 'hls_manifest'],
  ],
  'film.v1.RecordAdEventResponse': [],
  // Only for who holds the token of a link: what it is for, and what was sent by it.
  'media.v1.OpenUploadLinkResponse': ['film_title', 'slot', 'state', 'files', 'files_max', 'expires_at', 'sent'],
  'media.v1.LinkedFile': ['asset_id', 'file_name', 'size_bytes', 'state', 'refused_message'],
  'identity.v1.GetProfileResponse': ['profile'],
  'identity.v1.Profile': [
    ...[
      'id',
      'first_name',
      'last_name',
      'consumer_type',
      'type',
      'talents',
      'country',
      'state',
      'city',
      'bio',
      'union',
    ],
    ...['social_links', 'profile_picture', 'listed', 'version', 'gallery', 'availability'],
  ],
  'identity.v1.AvailabilityPeriod': ['kind', 'first_day', 'last_day'],
  'identity.v1.OwnAvailabilityPeriod': ['kind', 'first_day', 'last_day', 'note'],
  'identity.v1.GalleryPhoto': ['path', 'name', 'order', 'width', 'height', 'thumbhash'],
  'identity.v1.SocialLink': ['label', 'url'],
  'film.v1.ListPreparingResponse': ['films'],
  'film.v1.PreparingFilm': ['film_id', 'waiting', 'progress_percent'],
  'identity.v1.GetProfileCountersResponse': ['connections', 'referrals', 'profile_views'],
  'identity.v1.RecordProfileViewResponse': [],
  'identity.v1.ListSitemapProfilesResponse': ['profile_ids'],
  'marketing.v1.GetEditorialContentResponse': ['html', 'updated_at', 'language'],
  'notification.v1.SetInvitationMailsResponse': [],
  'festival.v1.ListBallotsResponse': ['ballots'],
  'festival.v1.Ballot': [
    ...['id', 'event_id', 'block_id', 'type', 'state', 'opens_at', 'closes_at', 'ticket_holders_only', 'chain_head'],
    ...['version', 'results', 'event_name', 'block_name', 'festival_id', 'attended_only'],
  ],
  'festival.v1.BallotResult': ['film_id', 'film_title', 'votes', 'score'],
  'festival.v1.ListVoteRecordsResponse': ['records', 'next_cursor'],
  'festival.v1.VoteRecord': ['number', 'commitment', 'hash', 'film_id', 'score', 'salt'],
  'festival.v1.ListOrganizationsResponse': ['organizations', 'next_cursor'],
  'festival.v1.ListSitemapOrganizationsResponse': ['addresses'],
  'festival.v1.Organization': [
    ...[
      'id',
      'name',
      'type',
      'status',
      'organization_director',
      'director_name',
      'description',
      'url',
      'state',
      'city',
    ],
    ...['country', 'language', 'created_at', 'created_by', 'version', 'organization_logo', 'header_image'],
  ],
  'festival.v1.ListEventsResponse': ['events', 'next_cursor'],
  'festival.v1.ListUpcomingEventsResponse': ['events', 'next_cursor'],
  'festival.v1.Event': [
    ...['id', 'festival_id', 'festival_name', 'festival_url', 'name', 'description', 'status', 'event_virtual'],
    ...['selling_tickets', 'start_time', 'end_time', 'time_zone', 'venue', 'capacity', 'pre_roll_video_uri'],
    ...['pre_roll_duration', 'version', 'blocks', 'award_records', 'poster'],
  ],
  'festival.v1.Block': ['id', 'name', 'films'],
  'festival.v1.BlockFilm': ['id', 'film_id', 'film_title', 'poster', 'running_time', 'visible', 'directors'],
  'festival.v1.AwardRecord': ['id', 'film_id', 'film_title', 'category', 'winner'],
  'festival.v1.Venue': ['id', 'festival_id', 'name', 'address', 'city', 'country', 'time_zone', 'capacity'],
  'media.v1.ImageInfo': ['uri', 'width', 'height', 'widths', 'thumbhash', 'focal_point'],
  'media.v1.FocalPoint': ['x', 'y'],
  'festival.v1.ListTicketTypesResponse': ['event', 'offers', 'room'],
  // The seed only from the opening on.
  'festival.v1.SaleRoom': ['opens_at', 'seed_hash', 'seed'],
  'festival.v1.TicketEvent': [
    ...['id', 'festival_id', 'festival_name', 'name', 'event_virtual', 'start_time', 'end_time', 'time_zone'],
    ...['venue_name', 'venue_place', 'cancelled'],
  ],
  'festival.v1.TicketOffer': ['type', 'state', 'left'],
  'festival.v1.TicketType': [
    ...['id', 'festival_id', 'event_ids', 'name', 'pay_what_you_can', 'price', 'currency', 'limit_per_customer'],
    ...['sale_start', 'sale_end', 'refund_hours', 'withdrawn', 'version'],
  ],
  'festival.v1.GetTicketKeyResponse': ['public_key'],
  'festival.v1.ListCallsResponse': ['calls'],
  'festival.v1.GetCallResponse': ['call'],
  'festival.v1.Call': [
    ...['id', 'festival_id', 'festival_name', 'festival_url', 'state', 'title', 'description', 'project_types'],
    ...['minutes_max', 'countries', 'time_zone', 'early_ends_at', 'regular_ends_at', 'late_ends_at', 'categories'],
    ...['questions', 'currency', 'version', 'closes_at', 'deadline'],
  ],
  'festival.v1.CallCategory': ['id', 'name', 'early_fee', 'regular_fee', 'late_fee', 'student_fee'],
  'festival.v1.CallQuestion': ['id', 'text', 'required'],
  'film.v1.ListRepliesResponse': ['replies', 'next_cursor', 'can_reply'],
  'film.v1.Reply': [...['id', 'review_id', 'created_at', 'edited_at', 'message', 'user', 'spoiler', 'waits_for_staff']],
  'film.v1.GetSpoilerResponse': ['message'],
  'film.v1.ListReviewsResponse': ['reviews', 'next_cursor', 'user_rating', 'rating_count', 'rating_histogram'],
  'film.v1.Review': [
    ...['id', 'film_id', 'created_at', 'updated_at', 'rating', 'message', 'user', 'film_title'],
    ...['waits_for_staff', 'like_count', 'reply_count', 'replies_closed', 'spoiler'],
  ],
  'film.v1.ListDiaryResponse': ['entries', 'next_cursor', 'shown', 'total'],
  'film.v1.DiaryEntry': ['id', 'film', 'available', 'watched_on', 'rating', 'rewatch', 'tags', 'reviewed'],
  'film.v1.ListTutorialsResponse': ['lists'],
  'film.v1.TutorialList': ['audience', 'films'],
  'film.v1.ListListsResponse': ['lists'],
  'film.v1.GetListResponse': ['list', 'films'],
  'film.v1.ListedFilm': ['film', 'available'],
  'film.v1.FilmList': [
    ...['id', 'title', 'description', 'ranked', 'is_public', 'owner', 'is_own', 'film_count', 'updated_at'],
    ...['first_films', 'has_film'],
  ],
  'film.v1.ListFavouriteFilmsResponse': ['films', 'diary_shown'],
  'film.v1.ReviewUser': ['id', 'first_name', 'last_name', 'profile_picture'],
};

/** About the caller alone: what they may do, and the challenge whose secret they hold. */
const FOR_THE_CALLER: Record<string, readonly string[]> = {
  'film.v1.GetFilmAccessResponse': [
    ...['access', 'resume_position_ms', 'liked', 'own_rating', 'own_message', 'can_edit', 'blocked', 'creator_name'],
    ...['watchlisted', 'unlock_hours', 'watch_hours'],
  ],
  'film.v1.Access': [
    ...['valid', 'signed_url', 'expire_at', 'action', 'reason', 'message', 'preview', 'watch_seconds', 'ended_at'],
    'past',
  ],
  'festival.v1.GetEventResponse': ['event', 'can_manage'],
  // A door, which proves itself with its credential.
  'festival.v1.SyncDoorResponse': [
    ...['kept_ids', 'refused', 'door', 'event', 'public_key', 'scans', 'more', 'changes_state', 'changes'],
    ...['shut_out_door_ids', 'admitted', 'tickets', 'server_time'],
  ],
  'festival.v1.RefusedScan': ['id', 'reason'],
  'festival.v1.Door': ['id', 'event_id', 'name', 'opened_at', 'synced_at', 'shut_out_at', 'scans'],
  'festival.v1.DoorScan': [...['id', 'number', 'user_ticket_id', 'generation', 'scanned_at', 'door_id', 'door_name']],
  'festival.v1.TicketChange': ['user_ticket_id', 'generation', 'valid'],
  'festival.v1.GetOrganizationResponse': ['organization', 'can_manage', 'standing'],
  'identity.v1.StartSignInResponse': ['challenge'],
  'identity.v1.StartCreateAccountResponse': ['challenge'],
  'identity.v1.StartLaunchSignInResponse': ['challenge'],
  'identity.v1.ResendChallengeResponse': ['challenge'],
  'identity.v1.Challenge': [
    ...['session', 'username', 'user_id', 'channel', 'digits', 'expires_at'],
    ...['resend_after_s', 'resends_used_up'],
  ],
  'identity.v1.CheckEmailVerificationResponse': ['verified', 'user', 'next'],
  'identity.v1.VerifyCodeResponse': ['user', 'next'],
  'identity.v1.VerifyPhoneCodeResponse': ['user', 'next'],
  'identity.v1.InspectLinkResponse': [
    'same_browser',
    'device',
    'place',
    'started_at',
    'account',
    'creates_account',
    'purpose',
  ],
  'identity.v1.ConfirmLinkResponse': ['user', 'next'],
  'identity.v1.StartPasskeySignInResponse': ['ceremony'],
  'identity.v1.SignInWithPasskeyResponse': ['user', 'next'],
  'identity.v1.StartPasskeyByLinkResponse': ['ceremony', 'first_name'],
  'identity.v1.AddPasskeyByLinkResponse': ['user', 'next'],
  'identity.v1.ListBrowserAccountsResponse': ['accounts'],
  'identity.v1.BrowserAccount': ['id', 'first_name', 'last_name', 'profile_picture', 'address', 'current'],
  'identity.v1.SwitchAccountResponse': [],
  'identity.v1.SignOutAllResponse': ['ended'],
  'identity.v1.PasskeyCeremony': ['options_json', 'token'],
  'identity.v1.User': [
    ...['id', 'first_name', 'last_name', 'email', 'phone', 'bio', 'country', 'state', 'city', 'type', 'talents'],
    ...['consumer_type', 'roles', 'status', 'verified', 'is_onboarding', 'preferred_language', 'subscription_type'],
    ...['source', 'source_id', 'referrer_id', 'invitation_id', 'created_at', 'last_signed_in_at', 'profile_picture'],
    ...['social_links', 'union', 'profile_visibility', 'gallery', 'availability', 'closing_at'],
  ],
};

/** Adds the fields of a message and of those that it holds. */
function collect(message: DescMessage, into: Record<string, string[]>): void {
  if (message.typeName.startsWith('google.protobuf.') || into[message.typeName]) return;
  into[message.typeName] = message.fields.map(({ name }) => name).sort();
  for (const field of message.fields) if (field.message) collect(field.message, into);
}

test('an answer to a visitor holds the fields that are listed, and no other [SYS-06:access]', () => {
  const reached: Record<string, string[]> = {};
  const methods = allServices().flatMap((service) => service.methods);
  for (const method of methods) {
    if (accessOf(method)?.audience === Audience.PUBLIC) collect(method.output, reached);
  }
  const listed = Object.entries({ ...FOR_EVERYBODY, ...FOR_THE_CALLER }).map(([name, fields]) => [
    name,
    [...fields].sort(),
  ]);
  expect(reached).toEqual(Object.fromEntries(listed));
});
