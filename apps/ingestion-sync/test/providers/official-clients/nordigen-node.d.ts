/** The parts that the tests use: the package's own types cannot be resolved through its `exports`. */
declare module 'nordigen-node' {
  type Answer = Record<string, unknown>;

  export default class NordigenClient {
    constructor(options: { secretId: string; secretKey: string; baseUrl?: string });
    generateToken(): Promise<Answer>;
    readonly institution: {
      getInstitutions(query: { country: string }): Promise<Answer[]>;
      getInstitutionById(id: string): Promise<Answer>;
    };
    readonly agreement: { getAgreementById(id: string): Promise<Answer> };
    readonly requisition: {
      getRequisitionById(id: string): Promise<{ status: string; accounts: string[] }>;
      deleteRequisition(id: string): Promise<Answer>;
    };
    /** Creates the agreement and the requisition. */
    initSession(wanted: {
      redirectUrl: string;
      institutionId: string;
      maxHistoricalDays: number;
      accessValidForDays: number;
      referenceId: string;
    }): Promise<{ id: string; link: string; agreement: string }>;
    account(id: string): {
      getMetadata(): Promise<Answer>;
      getDetails(): Promise<Answer>;
      getBalances(): Promise<{ balances: Answer[] }>;
      getTransactions(window: { dateFrom: string }): Promise<{ transactions: { booked: Answer[] } }>;
    };
  }
}
