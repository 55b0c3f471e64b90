// What a booking carries while a pro is looked for and on the way, and what its map is drawn from. Written by hand from the contract: to be
// replaced by the types generated from the server's description (schema.ts).

/** How far the search has come, for the owner and whoever has the guest link. */
export interface MatchingProgress {
  wave: number;
  /** How many pros have been asked. */
  asked: number;
  radiusKm: number;
  /** When the search ends, ISO 8601. */
  until: string;
}

/** Where the pro was last seen on the way; never for share links. */
export interface MasterPlace {
  lat: number;
  lng: number;
  eta_minutes?: number;
  /** 'about 15 min', 'Nearby' or 'Last seen 3 min ago'. */
  label: string;
  /** ISO 8601. */
  seen_at: string;
}

/** The assigned pro; a share link gets the first name only. */
export interface AssignedPro {
  /** 'Paul P.' */
  assigned_master_name?: string;
  /** From the assignment to 24 hours after the job. */
  assigned_master_phone?: string;
  /** An address that needs no bearer. */
  assigned_master_photo?: string;
  assigned_master_verified?: boolean;
  assigned_master_insured?: boolean;
  /** 1 to 5; left out until there are enough reviews. */
  assigned_master_rating?: number;
}

/** What waits for the client's answer or payment, for the owner and whoever has the guest link. */
export interface BookingProposal {
  /** The new price. */
  amountPence: number;
  /** What it adds to the price so far; 0 for a budget that only awaits its payment. */
  deltaPence: number;
  message?: string;
  /** 'Paul P.' */
  masterName?: string;
  /** Only the payment is missing. */
  approved: boolean;
  /** The end of the time to answer or to pay, ISO 8601. */
  until: string;
}

export interface LiveFields extends AssignedPro {
  matching?: MatchingProgress;
  proposal?: BookingProposal;
  master_location?: MasterPlace;
}

/** The centre of a postcode district. */
export interface DistrictCentre {
  /** 'SW1A' */
  code: string;
  lat: number;
  lng: number;
}

export interface District extends DistrictCentre {
  neighbours: DistrictCentre[];
}
