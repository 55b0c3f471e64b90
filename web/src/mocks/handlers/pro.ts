// The pro's own area: profile, availability, badges, reviews.
import { jobsOfPro } from '../access';
import { iso } from '../clock';
import { DEMO_PRO, scriptedPro } from '../pro';
import { notFound, Refusal, route, type Schemas } from '../route';
import { modules } from '../training';
import { theWorld } from '../world';

const profile = (): Schemas['MasterProfile'] => theWorld().pro.profile;

/** Jobs that the ready-made pro has done before the demonstration began. */
const DONE_BEFORE = 11;

function jobsDone(): number {
  return DONE_BEFORE + jobsOfPro().filter(({ status }) => status === 'completed').length;
}

function badges(): Schemas['Badge'][] {
  const done = jobsDone();
  const isTrained = theWorld().pro.trained.length === modules.length;
  return [
    badge('verified', 'Verified', 'Identity checked by Callout', true),
    badge('insured', 'Insured', 'Insurance checked and in date', true),
    badge('first_job', 'First job', 'Completed a first job', done >= 1),
    badge('ten_jobs', 'Ten jobs', 'Completed 10 jobs', done >= 10),
    badge('fifty_jobs', 'Fifty jobs', 'Completed 50 jobs', done >= 50),
    badge('top_rated', 'Top rated', '4.8 stars or more over at least 10 reviews', false),
    badge('all_training', 'Trained', 'Completed all training modules', isTrained),
  ];
}

const badge = (icon: string, title: string, description: string, earned: boolean): Schemas['Badge'] => ({
  icon,
  title,
  description,
  earned,
});

/** Of the visitor's own pro, and of the one whom the script plays. */
function publicProfile(id: string): Schemas['PublicMaster'] {
  if (id === DEMO_PRO) return ownPublicProfile();
  if (id !== scriptedPro.id) throw notFound('Pro');
  return {
    masterId: scriptedPro.id,
    name: scriptedPro.name,
    rating: scriptedPro.rating,
    reviewCount: 27,
    jobsDone: 212,
    skills: ['plumber', 'electrician', 'handyman', 'builder'],
    insured: false,
    verified: false,
    memberSince: iso(Date.now()).slice(0, 10),
  };
}

function ownPublicProfile(): Schemas['PublicMaster'] {
  const { masterId, basics, skills, avatarUrl, company, logoUrl, createdAt } = profile();
  const ratings = theWorld().pro.reviews.map(({ rating }) => rating ?? 0);
  const sum = ratings.reduce((before, rating) => before + rating, 0);
  return {
    masterId,
    name: `${basics?.firstName} ${basics?.lastName[0]}.`,
    avatarUrl,
    companyName: company?.name,
    logoUrl,
    rating: Math.round((10 * sum) / ratings.length) / 10,
    reviewCount: ratings.length,
    jobsDone: jobsDone(),
    skills,
    insured: true,
    verified: true,
    memberSince: createdAt.slice(0, 10),
  };
}

export const proHandlers = [
  route('get', '/api/masters/me', profile),
  route('post', '/api/masters/profile/init', profile),
  route('put', '/api/masters/profile/basics', ({ body }) => {
    const { firstName, lastName, legalName } = body;
    return Object.assign(profile(), {
      basics: { ...body, legalName: legalName ?? `${firstName} ${lastName}` },
    });
  }),
  route('put', '/api/masters/profile/rates', ({ body }) => Object.assign(profile(), { rates: body })),
  route('put', '/api/masters/profile/area', ({ body }) => {
    const { area } = profile();
    const base_lat = body.base_lat ?? area?.base_lat;
    const base_lng = body.base_lng ?? area?.base_lng;
    return Object.assign(profile(), { area: { ...body, base_lat, base_lng } });
  }),
  route('put', '/api/masters/profile/company', ({ body }) =>
    Object.assign(profile(), { company: body, accountType: 'company' }),
  ),
  route('put', '/api/masters/skills', ({ body }) => Object.assign(profile(), { skills: body.skills })),
  route('put', '/api/masters/profile/activate', ({ body }) =>
    Object.assign(profile(), { isActive: body.isActive }),
  ),
  route('get', '/api/masters/{id}/profile', ({ value }) => publicProfile(value('id'))),
  route('get', '/api/masters/{id}/badges', () => ({ items: badges() })),
  route('get', '/api/masters/{id}/reviews', ({ value }) => {
    const items = [...theWorld().pro.reviews];
    if (value('sort') === 'rating') items.sort((a, b) => (b.rating ?? 0) - (a.rating ?? 0));
    return { items };
  }),
  route('post', '/api/masters/reviews/{id}/reply', ({ value, body }) => {
    const review = theWorld().pro.reviews.find(({ id }) => id === value('id'));
    if (!review) throw notFound('Review');
    if (review.reply) throw new Refusal(409, 'already_replied', 'You have replied to this review already.');
    return Object.assign(review, { reply: { text: body.text, created_at: iso(Date.now()) } });
  }),
];
