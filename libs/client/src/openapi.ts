// Generated from docs/openapi.json by `npm run docs`: change that, not this file.
export interface paths {
    "/finance/transactions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change transactions
         * @description At most 500, each as `PUT /finance/transactions/{transactionId}` does. Each has a result of its own, in the order of the request: one that is refused says why, and the others are changed. A body that does not fit its schema is refused as a whole.
         */
        put: operations["BulkTransactions.update"];
        /**
         * Add transactions by hand
         * @description At most 500. Each has a result of its own, in the order of the request: one that is refused says why, and the others are added. A body that does not fit its schema is refused as a whole.
         */
        post: operations["BulkTransactions.create"];
        /**
         * Remove transactions
         * @description At most 500; later syncs do not bring them back. Each has a result of its own, in the order of the request: one that is refused says why, and the others are removed.
         */
        delete: operations["BulkTransactions.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/transactions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the transactions that match as CSV
         * @description RFC 4180 in UTF-8, with the filters and sorts of the list; at most 1,000,000 rows (422 for more). Which rows there are is decided when the download begins; their values are read as it proceeds, and a transaction that is removed meanwhile is left out. Texts that a spreadsheet would run as a formula begin with an apostrophe. `financial_account.name` is empty without `accounts:read`. A download that is cut off does not end as HTTP requires: it is an error to clients.
         */
        get: operations["TransactionExport.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description To follow changes, send `sort=changed_at&include=changed_at` and in `filter[updated_after]` the `changed_at` of the last row that you have read, always of the first page; the same of `GET /finance/removed-transactions`. A change may come again, and none is left out.
         */
        get: operations["Transactions.list"];
        put?: never;
        /**
         * Add a transaction by hand
         * @description No sync touches it, and rules leave alone what is set here. It needs a booking date or a value date.
         */
        post: operations["Transactions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a transaction */
        get: operations["Transactions.show"];
        /**
         * Change a transaction
         * @description What is left out keeps its value. What is set stays, whatever rules and later syncs say, and is named in `edited_fields`. Null releases a field, or one member of it: the provider’s value shows again, and rules may set it. `category_id`, `note` and `tags` are changed by a request of their own (400 with other fields).
         */
        put: operations["Transactions.update"];
        post?: never;
        /**
         * Remove a transaction
         * @description Later syncs do not bring it back. Of one that is split the parts go too; a part alone cannot be removed (409).
         */
        delete: operations["Transactions.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/transactions/{transactionId}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split a transaction into parts
         * @description Each part is a transaction of its own: it has its own fields, rules shape it, links transfer it and webhooks announce it. The transaction stays, named in `split_of` of its parts, and no longer counts: it is left out of lists, feeds and destinations. Its parts follow it, when it is booked for example; where its amount changes they stay, and `split.status` is `NEEDS_REVIEW` until it is split again or joined. Splitting again replaces the parts. A part may have the other sign, such as a returned deposit.
         */
        post: operations["Transactions.split"];
        /**
         * Join the parts of a transaction
         * @description Removes the parts. The transaction counts and is transferred again, with its own id and what was set on it.
         */
        delete: operations["Transactions.join"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/removed-transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions that were removed
         * @description For clients that follow changes by `filter[updated_after]`: a transaction that was removed is in this list, and in `GET /finance/transactions` no longer. Transactions of a deleted account are in neither.
         */
        get: operations["RemovedTransactions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/transactions/{transactionId}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge another transaction of the account into this one
         * @description For a duplicate that the bank sent, and for a pending and a booked transaction that were not recognised as one. This transaction keeps its id and shows the booked entry; the other one goes, and no sync brings it back. What was set on this transaction stays; what was set on the other one alone is taken over. Two booked transactions need equal amounts. The merge is in the list of settlement reviews, with its `origin`.
         */
        post: operations["Merges.merge"];
        /**
         * Undo the last merge into this transaction
         * @description Each transaction shows its own entry again, with what was set on it. What was set on this one since the merge stays on it.
         */
        delete: operations["Merges.undo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/settlement-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries that are one transaction, or may be
         * @description Of a pending and a booked entry, or, with the origin `MATCHED_DUPLICATE`, of two booked ones. OPEN ones wait for a decision and are shown as two transactions until then; the later one of two booked ones is `under_review`: it is sent and announced nowhere, and is in no figure. MERGED ones are one transaction by the listed evidence.
         */
        get: operations["SettlementReviews.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/settlement-reviews/{reviewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a settlement review */
        get: operations["SettlementReviews.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/settlement-reviews/{reviewId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the two entries one transaction
         * @description The pending entry's transaction keeps its id and shows what is booked; the other one goes. Of two booked ones the earlier one stays as it is, and the later one (`pending`) goes.
         */
        post: operations["SettlementReviews.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/settlement-reviews/{reviewId}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave the two entries two transactions
         * @description A transaction that was under review is announced and sent now.
         */
        post: operations["SettlementReviews.dismiss"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/settlement-reviews/{reviewId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the decision about a settlement review
         * @description What was made one transaction is taken apart: each entry has a transaction of its own again, under its own provider key. A dismissed review is open again; a transaction that was announced and sent since counts all the same.
         */
        post: operations["SettlementReviews.undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/transfer-pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transfers between own accounts
         * @description PROPOSED ones have opposite signs and are booked at most five days apart on two accounts of the user, with the same amount in one currency, or with amounts in two currencies at most 4 % from the day rate (`exchange`); they wait for a decision. Transactions of CONFIRMED ones are marked `is_own_transfer`. Only pairs of which the token sees both accounts are shown.
         */
        get: operations["TransferPairs.list"];
        put?: never;
        /**
         * Confirm that two transactions are a transfer between own accounts
         * @description Of two accounts, one out and one in, whatever the days; with the same amount if they have one currency.
         */
        post: operations["TransferPairs.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/transfer-pairs/{transferPairId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a transfer between own accounts */
        get: operations["TransferPairs.show"];
        /**
         * Confirm or reject a transfer between own accounts
         * @description A rejected pair is not proposed again. What was confirmed can be rejected later, which takes the mark off both transactions, and the other way round.
         */
        put: operations["TransferPairs.decide"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/reprocessings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List reprocessings */
        get: operations["Reprocessings.list"];
        put?: never;
        /**
         * Map stored provider rows again
         * @description Runs in the background with the current mapping, without calls to providers. The user’s edits and deletions stay. `GET /finance/reprocessings/{reprocessingId}` shows the progress.
         */
        post: operations["Reprocessings.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/reprocessings/{reprocessingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how far a reprocessing is */
        get: operations["Reprocessings.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List imports of files */
        get: operations["FileImports.list"];
        put?: never;
        /**
         * Upload a file of a bank
         * @description OFX, QFX, CAMT.053, MT940, QIF or CSV, up to 50 MB (413 beyond). Nothing is stored as transactions yet: the file is read in the background, and `GET /finance/imports/{importId}` shows the preview once its status is READY. The file is kept encrypted until it is imported, for a day at most.
         */
        post: operations["FileImports.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an import with its preview */
        get: operations["FileImports.show"];
        put?: never;
        post?: never;
        /**
         * Discard an import and its file
         * @description 409 while it has transactions: undo it first.
         */
        delete: operations["FileImports.discard"];
        options?: never;
        head?: never;
        /**
         * Correct how a file is read, or choose where its entries go
         * @description The preview is made again: the status is READING, and then READY.
         */
        patch: operations["FileImports.change"];
        trace?: never;
    };
    "/finance/imports/{importId}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of a preview
         * @description By line of the file. Once the import is applied, they are transactions, and this list is empty.
         */
        get: operations["FileImports.entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/imports/{importId}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store the new entries of an import as transactions
         * @description In the background; `entries_done` shows the progress, and the status is APPLIED at the end. Entries that are known already are left as they are. 409 while it is not known where the entries go; 422 while the reading is a `GUESS`: `errors.csv` has the questions.
         */
        post: operations["FileImports.apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/imports/{importId}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide the open reviews of an import at once
         * @description Rows of the file that may be rows which the account had before. `one`: each is that row, and goes. `two`: each is a payment of its own, and is announced and sent now. At most 2,000 in a request, by their ids; repeat it while `remaining` is not 0. What cannot be one, such as where a side was split, stays open and counts as `refused`.
         */
        post: operations["FileImports.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/imports/{importId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an import back
         * @description Removes the transactions that it added, in the background. Those that the user edited since, that the bank sent as well, or that another import has too, stay.
         */
        post: operations["FileImports.undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List financial accounts */
        get: operations["Accounts.list"];
        put?: never;
        /**
         * Add a financial account that is kept by hand
         * @description Cash, or an account at a bank that is not offered. Its balances and transactions are recorded by hand, and it is never synced. Its `integrator` is `MANUAL`, and it has no connection: `financial_connection_id` is empty.
         */
        post: operations["Accounts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a financial account */
        get: operations["Accounts.one"];
        /**
         * Update a financial account
         * @description Its name of the user’s own, its time zone, whether and how it is synced. What is left out keeps its value, `config` member by member.
         */
        put: operations["Accounts.update"];
        post?: never;
        /**
         * Remove a financial account and all that was read for it
         * @description A renewed consent of its connection does not bring it back; a new connection does, as a new one.
         */
        delete: operations["Accounts.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Configure financial accounts
         * @description All of them or, where one is not there, none.
         */
        put: operations["Accounts.configure"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts/{accountId}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync a financial account now
         * @description Within the daily allowance that its institution grants: where that is used up, `sync.next_allowed_at` says when the sync is made. With `user_present` it is not counted, where the institution makes that difference.
         */
        post: operations["Accounts.sync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts/{accountId}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the balances of a financial account */
        get: operations["Balances.list"];
        put?: never;
        /**
         * Record a balance of an account that is kept by hand
         * @description What the account held at the end of a day; a second one of a day replaces it. 409 for other accounts: their institution says what they hold.
         */
        post: operations["Balances.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts/{accountId}/balances/{balanceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a balance of a financial account */
        get: operations["Balances.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts/{accountId}/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what an investment account holds */
        get: operations["Holdings.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts/{accountId}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find recurring payments of an account
         * @description Bills, subscriptions, salaries and standing orders among the 2,000 transactions that were stored last: how often they come, what they cost, when the next one is expected, and which did not come. Computed at each request.
         */
        get: operations["Series.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts/{accountId}/unread-rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rows of the bank that could not be read
         * @description They are set aside, and `unread_rows` of the account counts them. Each ends when the bank sends it right or takes it back, or when a later release can read it.
         */
        get: operations["UnreadRows.list"];
        put?: never;
        post?: never;
        /**
         * Dismiss all rows of the bank that could not be read
         * @description Of this account. It counts no longer, and the account is healthy again if nothing else is wrong. A row that the bank lists again, and that still cannot be read, is set aside again.
         */
        delete: operations["UnreadRows.dismissAll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/accounts/{accountId}/unread-rows/{unreadRowId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Dismiss a row of the bank that could not be read
         * @description It counts no longer, and the account is healthy again if nothing else is wrong. A row that the bank lists again, and that still cannot be read, is set aside again.
         */
        delete: operations["UnreadRows.dismiss"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/institutions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the institutions that accounts can be connected at */
        get: operations["Institutions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/institutions/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the countries that institutions serve
         * @description With the number of supported institutions in each, by code.
         */
        get: operations["Institutions.countries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/institutions/{institutionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an institution */
        get: operations["Institutions.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/institutions/{institutionId}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the default configuration of your accounts at an institution */
        get: operations["InstitutionConfig.show"];
        /**
         * Change the default configuration of your accounts at an institution
         * @description It applies to the accounts of now and to those to come, member by member, where nothing was set for an account itself or with its connection. What is left out keeps its value.
         */
        put: operations["InstitutionConfig.update"];
        post?: never;
        /**
         * Take the default configuration of your accounts at an institution back
         * @description Accounts keep what was set for themselves; for all else the defaults of the installation apply again.
         */
        delete: operations["InstitutionConfig.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/connections/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The institution sends the user back
         * @description No token: the query contains the state of one setup (`state` or `ref`). The browser is redirected to a page of ours. If it is the one in which the user confirmed, the setup is completed and the browser goes on to the `redirect_url`; if not, the consent is ended at the institution.
         */
        get: operations["ConsentCallback.back"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List connections to institutions */
        get: operations["Connections.list"];
        put?: never;
        /**
         * Connect an institution
         * @description Send the user’s browser to `auth_url`, a page of ours: it names who receives the accounts, asks the signed-in user to confirm, and binds the browser, which has to come back. For a user whom an app manages it is valid for ten minutes and one browser. The institution sends it back to us, and we send it on to `redirect_url` with `connection_id` and `outcome` (given, refused, waiting, conflict, unavailable); without one, to a page of ours that says how it went. A consent that comes back in another browser is given back to the institution. An app’s `redirect_url` must be one of those that it is registered with. For SimpleFIN the user makes a setup token at their server and `setup_token` has it: the answer then has the connection with its accounts and no `auth_url`. While its status is PENDING, the token is claimed and the accounts could not be read yet: `status_message` says why, and `activate` tries again. A user has at most 200 connections; one more is refused with 409 until another one is deleted.
         */
        post: operations["Connections.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a connection */
        get: operations["Connections.one"];
        /** Update a connection */
        put: operations["Connections.update"];
        post?: never;
        /** Remove a connection with its accounts and all that was read for them */
        delete: operations["Connections.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/connections/{connectionId}/reauthorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a new consent
         * @description Send the user’s browser to `auth_url`, a page of ours: it names who receives the accounts, asks the signed-in user to confirm, and binds the browser, which has to come back. For a user whom an app manages it is valid for ten minutes and one browser. At any time: to renew early, or to add accounts if `supports_reauthorization`. Until the consent is given, the current one stays in use. For SimpleFIN the user makes a setup token at their server and `setup_token` has it: the answer then has the connection with its accounts and no `auth_url`. While its status is PENDING, the token is claimed and the accounts could not be read yet: `status_message` says why, and `activate` tries again.
         */
        post: operations["Connections.reauthorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/connections/{connectionId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the institution how the consent went
         * @description For clients whose users came back while the institution was unavailable. 409 until the user has come back in the browser in which they confirmed.
         */
        post: operations["Connections.activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/connections/{connectionId}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync all accounts of a connection now
         * @description Those that can be synced, each within the daily allowance that its institution grants. `sync.next_allowed_at` says when the next of those that have to wait is synced. With `user_present` it is not counted, where the institution makes that difference.
         */
        post: operations["Connections.sync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/connections/{connectionId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop all syncs of a connection */
        post: operations["Connections.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/connections/{connectionId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a disabled connection sync again */
        post: operations["Connections.enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/overview/net-worth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what all accounts held together over time
         * @description By currency. What an account held at the end of a day is the last balance that its institution reported until then, and what was booked since. An account counts from the first day that is known of it.
         */
        get: operations["Overview.netWorth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/overview/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what accounts held over time
         * @description For charts of one account or many, at most 200. What an account held at the end of a day is the last balance that its institution reported until then, and what was booked since.
         */
        get: operations["Overview.balances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/overview/cash-flow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show money in and out by month
         * @description By currency, for at most 10 years, by default one. Confirmed transfers between own accounts and pending transactions do not count.
         */
        get: operations["Overview.cashFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/finance/overview/counterparties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the counterparties with whom most money moved
         * @description Ten of each currency, in a period of at most a year, by default the last 90 days. Confirmed transfers between own accounts and pending transactions do not count.
         */
        get: operations["Overview.counterparties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/made-by-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what apps and restricted tokens made, and what of it paused with them
         * @description Links, feeds, rules, connections and webhook endpoints. Those of a `grant_id` pause when that app or token is revoked or expires. What is paused comes first; at most 1000 are listed.
         */
        get: operations["MadeByApps.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/made-by-apps/{kind}/{id}/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep what paused
         * @description It becomes the owner’s own, resumes, and shows the same data as before.
         */
        post: operations["MadeByApps.keep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the kinds of destinations, with what connects them */
        get: operations["Kinds.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/connections/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * BUDGETA sends the user back
         * @description No token: the query contains the `state` of one authorization. The browser is redirected to a page of ours. If it is the one in which the user confirmed, the authorization is completed and the browser goes on to the `redirect_url` with `outcome` (given, refused, conflict, unavailable) and, if access was given, `connection_id`; if not, no access is created.
         */
        get: operations["BudgetaCallback.back"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List BUDGETA connections
         * @description Connections whose authorization was never completed are left out.
         */
        get: operations["BudgetaConnections.list"];
        put?: never;
        /**
         * Connect BUDGETA
         * @description With `access_token`, a personal access token of the user’s, or with `redirect_url`: then send the user’s browser to `auth_url`. The same user at BUDGETA again renews the connection.
         */
        post: operations["BudgetaConnections.connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/connections/{budgetaConnectionId}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for new access to a BUDGETA connection
         * @description Send the user’s browser to `auth_url`, where they confirm. Until access is granted, the present one goes on.
         */
        post: operations["BudgetaConnections.authorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/connections/{budgetaConnectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a BUDGETA connection */
        get: operations["BudgetaConnections.one"];
        /**
         * Rename, disable or enable a BUDGETA connection
         * @description What is left out keeps its value. While a connection is disabled its links carry nothing; what waits is sent once when it is enabled. To enable it, or its balances, the token must be able to read what its links carry.
         */
        put: operations["BudgetaConnections.update"];
        post?: never;
        /**
         * Forget a BUDGETA connection and its credentials
         * @description Refused (409) while active transfer links point there; paused ones are deleted with it. What was sent stays where it is.
         */
        delete: operations["BudgetaConnections.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/connections/{budgetaConnectionId}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read again what is in a BUDGETA connection
         * @description What is not there any more disappears; transfer links to it stay, with a `destination` that is null.
         */
        post: operations["BudgetaConnections.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/connections/{budgetaConnectionId}/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the categories in a BUDGETA connection
         * @description They are read when the connection is made and when it is refreshed. A new name there keeps the `id`. One that is gone there has a `gone_at`, and nothing is sent with it any more.
         */
        get: operations["BudgetaCategories.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List BUDGETA budgets */
        get: operations["BudgetaBudgets.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/budgets/{budgetaBudgetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one of the BUDGETA budgets */
        get: operations["BudgetaBudgets.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List BUDGETA accounts */
        get: operations["BudgetaAccounts.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgeta/accounts/{budgetaAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one of the BUDGETA accounts */
        get: operations["BudgetaAccounts.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgetb/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List BUDGETB connections
         * @description Connections whose authorization was never completed are left out.
         */
        get: operations["BudgetbConnections.list"];
        put?: never;
        /**
         * Connect a BUDGETB server
         * @description The same server again renews the connection.
         */
        post: operations["BudgetbConnections.connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgetb/connections/{budgetbConnectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a BUDGETB connection */
        get: operations["BudgetbConnections.one"];
        /**
         * Rename, disable or enable a BUDGETB connection
         * @description What is left out keeps its value. While a connection is disabled its links carry nothing; what waits is sent once when it is enabled. To enable it, or its balances, the token must be able to read what its links carry.
         */
        put: operations["BudgetbConnections.update"];
        post?: never;
        /**
         * Forget a BUDGETB connection and its credentials
         * @description Refused (409) while active transfer links point there; paused ones are deleted with it. What was sent stays where it is.
         */
        delete: operations["BudgetbConnections.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgetb/connections/{budgetbConnectionId}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read again what is in a BUDGETB connection
         * @description What is not there any more disappears; transfer links to it stay, with a `destination` that is null.
         */
        post: operations["BudgetbConnections.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgetb/connections/{budgetbConnectionId}/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the categories in a BUDGETB connection
         * @description They are read when the connection is made and when it is refreshed. A new name there keeps the `id`. One that is gone there has a `gone_at`, and nothing is sent with it any more.
         */
        get: operations["BudgetbCategories.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgetb/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List BUDGETB budgets */
        get: operations["BudgetbBudgets.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgetb/budgets/{budgetbBudgetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one of the BUDGETB budgets */
        get: operations["BudgetbBudgets.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgetb/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List BUDGETB accounts */
        get: operations["BudgetbAccounts.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/budgetb/accounts/{budgetbAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one of the BUDGETB accounts */
        get: operations["BudgetbAccounts.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/sheets/connections/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * SHEETS sends the user back
         * @description No token: the query contains the `state` of one authorization. The browser is redirected to a page of ours. If it is the one in which the user confirmed, the authorization is completed and the browser goes on to the `redirect_url` with `outcome` (given, refused, conflict, unavailable) and, if access was given, `connection_id`; if not, no access is created.
         */
        get: operations["SheetsCallback.back"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/sheets/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SHEETS connections
         * @description Connections whose authorization was never completed are left out.
         */
        get: operations["SheetsConnections.list"];
        put?: never;
        /**
         * Connect spreadsheets
         * @description With `redirect_url`, by the user’s own account: then send the user’s browser to `auth_url`. Or with `service_account_key`: share the spreadsheets with the service account first. The same account again renews the connection, with the spreadsheets that are named now.
         */
        post: operations["SheetsConnections.connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/sheets/connections/{sheetsConnectionId}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for new access to a SHEETS connection
         * @description Send the user’s browser to `auth_url`, where they confirm. Until access is granted, the present one goes on.
         */
        post: operations["SheetsConnections.authorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/sheets/connections/{sheetsConnectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a SHEETS connection */
        get: operations["SheetsConnections.one"];
        /**
         * Rename, disable or enable a SHEETS connection
         * @description What is left out keeps its value. While a connection is disabled its links carry nothing; what waits is sent once when it is enabled. To enable it, or its balances, the token must be able to read what its links carry.
         */
        put: operations["SheetsConnections.update"];
        post?: never;
        /**
         * Forget a SHEETS connection and its credentials
         * @description Refused (409) while active transfer links point there; paused ones are deleted with it. What was sent stays where it is.
         */
        delete: operations["SheetsConnections.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/sheets/connections/{sheetsConnectionId}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read again what is in a SHEETS connection
         * @description What is not there any more disappears; transfer links to it stay, with a `destination` that is null.
         */
        post: operations["SheetsConnections.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/sheets/spreadsheets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List SHEETS spreadsheets */
        get: operations["Spreadsheets.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/sheets/spreadsheets/{spreadsheetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one of the SHEETS spreadsheets */
        get: operations["Spreadsheets.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/sheets/sheets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List SHEETS sheets */
        get: operations["Sheets.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/sheets/sheets/{sheetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one of the SHEETS sheets */
        get: operations["Sheets.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/workspace/connections/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * WORKSPACE sends the user back
         * @description No token: the query contains the `state` of one authorization. The browser is redirected to a page of ours. If it is the one in which the user confirmed, the authorization is completed and the browser goes on to the `redirect_url` with `outcome` (given, refused, conflict, unavailable) and, if access was given, `connection_id`; if not, no access is created.
         */
        get: operations["WorkspaceCallback.back"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/workspace/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List WORKSPACE connections
         * @description Connections whose authorization was never completed are left out.
         */
        get: operations["WorkspaceConnections.list"];
        put?: never;
        /**
         * Connect a WORKSPACE
         * @description With `access_token`, the secret of an internal integration that the databases are shared with, or with `redirect_url`: then send the user’s browser to `auth_url`, where they choose what to share. The same integration in the same workspace again renews the connection.
         */
        post: operations["WorkspaceConnections.connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/workspace/connections/{workspaceConnectionId}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for new access to a WORKSPACE connection
         * @description Send the user’s browser to `auth_url`, where they confirm. Until access is granted, the present one goes on.
         */
        post: operations["WorkspaceConnections.authorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/workspace/connections/{workspaceConnectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a WORKSPACE connection */
        get: operations["WorkspaceConnections.one"];
        /**
         * Rename, disable or enable a WORKSPACE connection
         * @description What is left out keeps its value. While a connection is disabled its links carry nothing; what waits is sent once when it is enabled. To enable it, or its balances, the token must be able to read what its links carry.
         */
        put: operations["WorkspaceConnections.update"];
        post?: never;
        /**
         * Forget a WORKSPACE connection and its credentials
         * @description Refused (409) while active transfer links point there; paused ones are deleted with it. What was sent stays where it is.
         */
        delete: operations["WorkspaceConnections.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/workspace/connections/{workspaceConnectionId}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read again what is in a WORKSPACE connection
         * @description What is not there any more disappears; transfer links to it stay, with a `destination` that is null.
         */
        post: operations["WorkspaceConnections.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/workspace/databases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List WORKSPACE databases */
        get: operations["Databases.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/workspace/databases/{databaseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one of the WORKSPACE databases */
        get: operations["Databases.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/workspace/data-sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List WORKSPACE data sources */
        get: operations["DataSources.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/workspace/data-sources/{dataSourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one of the WORKSPACE data sources */
        get: operations["DataSources.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/feed/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List feeds */
        get: operations["Feeds.list"];
        put?: never;
        /**
         * Make a feed
         * @description Other apps pull accounts and transactions from it by the SimpleFIN protocol. The answer holds a setup token, which the user pastes into the app; it can be claimed once, within a day. A feed that was made by an app or a restricted token pauses with it.
         */
        post: operations["Feeds.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destinations/feed/connections/{feedId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a feed */
        get: operations["Feeds.one"];
        /**
         * Rename a feed, or change its accounts
         * @description What is left out keeps its value. The app keeps its access, and sees other accounts at its next request. A feed that an app or a restricted token made cannot show what that one may not read (409).
         */
        put: operations["Feeds.update"];
        post?: never;
        /**
         * Revoke a feed
         * @description The app that pulls from it is refused from then on.
         */
        delete: operations["Feeds.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List transfer links */
        get: operations["TransferLinks.list"];
        put?: never;
        /**
         * Create a transfer link
         * @description It takes the account’s history, from `transfer_start_date` on, in the background: `history` shows the progress. An account is linked to a destination once. A link that carries transactions takes `transactions:read` too.
         */
        post: operations["TransferLinks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-links/{transferLinkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a transfer link, and how far it is with its account’s history
         * @description With its account, destination and rules as far as the token may read them; with `include` those alone.
         */
        get: operations["TransferLinks.show"];
        /**
         * Update a transfer link
         * @description Members that are left out keep their value; `on_booked_change` is merged member by member; null clears `transfer_start_date`. A link that carries transactions takes `transactions:read` too.
         */
        put: operations["TransferLinks.update"];
        post?: never;
        /**
         * Delete a transfer link
         * @description What it has sent stays at the destination, and in the transfer logs; what waits is not sent any more.
         */
        delete: operations["TransferLinks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-links/{transferLinkId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a transfer link
         * @description What is at the destination stays there; what waits to be sent waits on.
         */
        post: operations["TransferLinks.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-links/{transferLinkId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a transfer link
         * @description Transactions of the meantime are sent from the account’s history. A link that carries transactions takes `transactions:read` too.
         */
        post: operations["TransferLinks.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-links/{transferLinkId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try everything again that failed on a transfer link */
        post: operations["TransferLinks.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-links/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update transfer links
         * @description Each is named by its `id`; what is left out of it keeps its value. Each link has a result of its own, in the order of the request: one that is refused leaves the others alone. A link that carries transactions takes `transactions:read` too.
         */
        put: operations["TransferLinksBulk.update"];
        /**
         * Create transfer links
         * @description Each takes its account’s history. Each link has a result of its own, in the order of the request: one that is refused leaves the others alone. A link that carries transactions takes `transactions:read` too.
         */
        post: operations["TransferLinksBulk.create"];
        /**
         * Delete transfer links
         * @description What they have sent stays at the destinations; what waits is not sent any more. Each link has a result of its own, in the order of the request: one that is refused leaves the others alone.
         */
        delete: operations["TransferLinksBulk.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-links/{transferLinkId}/drift-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the drift checks of a transfer link */
        get: operations["DriftChecks.list"];
        put?: never;
        /**
         * Hold what the destination has against what was sent there
         * @description In the background; one at a time for a link: where one is under way, that is the answer.
         */
        post: operations["DriftChecks.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-links/{transferLinkId}/drift-checks/{driftCheckId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a drift check */
        get: operations["DriftChecks.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-links/{transferLinkId}/drift-checks/{driftCheckId}/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a drift check found
         * @description At most 10,000; the counts in the check are of all.
         */
        get: operations["DriftChecks.differences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-logs/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count failed transfers by their reason
         * @description Transactions that have failed on a link until now, by the kind of destination and the error of their last attempt. Those that were retried since, or whose link was deleted, are not counted.
         */
        get: operations["TransferFailures.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-logs/failures/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry failed transfers of one reason
         * @description Retries up to 1,000 of them on links that are not paused; `remaining` says how many more there are.
         */
        post: operations["TransferFailures.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attempts to carry transactions to destinations
         * @description One log for each attempt, with the current status of its transaction on the link and the known state of its row at the destination.
         */
        get: operations["TransferLogs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-logs/{transferLogId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a transfer log */
        get: operations["TransferLogs.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-logs/{transferLogId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a transfer again
         * @description What failed; what the user deleted at the destination (it is made again); or a change that was left out because the user had changed the row there (it is made now). 409 where there is nothing to be done.
         */
        post: operations["TransferLogs.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-logs/{transferLogId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a transfer back
         * @description Removes the row at the destination, unless the user has reconciled it there. 409 where there is nothing to be removed.
         */
        post: operations["TransferLogs.undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-logs/retry-bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Try transfers again
         * @description Each log has a result of its own: one that cannot be retried fails alone.
         */
        put: operations["TransferLogs.retryBulk"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-logs/undo-bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Take transfers back
         * @description Removes the rows at the destinations. Each log has a result of its own: one that cannot be undone fails alone.
         */
        put: operations["TransferLogs.undoBulk"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rules
         * @description Conditions and actions are in the rule; links and accounts if they are requested.
         */
        get: operations["Rules.list"];
        put?: never;
        /**
         * Create a rule
         * @description It has no effect until it is attached to an account or a transfer link.
         */
        post: operations["Rules.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what rules may speak of
         * @description Fields with their types and operators, and actions: the table that checks and evaluates rules.
         */
        get: operations["Rules.fields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a rule
         * @description With its links and accounts as far as the token may read them; with `include` those alone.
         */
        get: operations["Rules.show"];
        /**
         * Update a rule
         * @description What is left out keeps its value. Conditions and actions are sent whole; one with its `id`, or unchanged, stays the one that it was, so that what was undone of it stays undone. With `unchanged_since`, a rule that was changed after that moment is left as it is, and the answer is 409.
         */
        put: operations["Rules.update"];
        post?: never;
        /**
         * Delete a rule
         * @description What it did stays, and stays in the rule logs.
         */
        delete: operations["Rules.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enable a rule */
        post: operations["Rules.enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a rule
         * @description It stays attached, and no longer runs.
         */
        post: operations["Rules.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}/transfer-links/{transferLinkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a rule to a transfer link, or move it there
         * @description Rules of a link see what whoever made the link could see. A rule that may read more than the token (templates may read all that their author could) is 403: its results would show it. `order` is the 1-based position among the attached rules, absent means last; `order_list` names all attached rules, this one too, in the wanted order. Both at once are refused.
         */
        post: operations["RuleAttachments.attachToTransferLink"];
        /** Take a rule off a transfer link */
        delete: operations["RuleAttachments.detachFromTransferLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a rule to a financial account, or move it there
         * @description It shapes what comes in from then on; `POST /rules/{ruleId}/apply` applies it to history. A rule that may read more than the token (templates may read all that their author could) is 403: its results would show it. `order` is the 1-based position among the attached rules, absent means last; `order_list` names all attached rules, this one too, in the wanted order. Both at once are refused.
         */
        post: operations["RuleAttachments.attachToAccount"];
        /** Take a rule off a financial account */
        delete: operations["RuleAttachments.detachFromAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}/accounts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a rule to financial accounts
         * @description It becomes the last rule of each. All of them or, where one is not there, none. A rule that may read more than the token (templates may read all that their author could) is 403: its results would show it.
         */
        post: operations["RuleTargets.attachToAccounts"];
        /**
         * Take a rule off financial accounts
         * @description All of them or, where one is not there, none.
         */
        delete: operations["RuleTargets.detachFromAccounts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}/transfer-links/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a rule to transfer links
         * @description It becomes the last rule of each. All of them or, where one is not there, none. Rules of a link see what whoever made the link could see. A rule that may read more than the token (templates may read all that their author could) is 403: its results would show it.
         */
        post: operations["RuleTargets.attachToTransferLinks"];
        /**
         * Take a rule off transfer links
         * @description All of them or, where one is not there, none.
         */
        delete: operations["RuleTargets.detachFromTransferLinks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a rule, or a change of one, that is not saved
         * @description Runs it over stored history, newest first, behind the rules that are attached already, and shows what it would match and change. With `rule_id` it shows what a change of that rule would change. Writes nothing.
         */
        post: operations["RuleApplications.preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a rule to history
         * @description In the background, to the stored transactions of the accounts that it is attached to; `dry_run` only shows what would change. `GET /rules/{ruleId}/applications/{applicationId}` shows how far it is.
         */
        post: operations["RuleApplications.apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List how a rule was applied to history */
        get: operations["RuleApplications.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{ruleId}/applications/{applicationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how far a rule is applied to history, and what changes */
        get: operations["RuleApplications.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rule-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what rules did
         * @description One log for each field of each transaction that a rule changed, failed on, or that was undone.
         */
        get: operations["RuleLogs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rule-logs/{ruleLogId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a rule log */
        get: operations["RuleLogs.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rule-logs/undo-bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Undo what rules did
         * @description Restores the previous values of the fields that the logs name, and nothing else, newest log first. Each log has a result of its own, in the order of the request: one that cannot be undone fails alone. If a later log that is not in the request changed the same field, it is named and must be undone first.
         */
        put: operations["RuleLogs.undoBulk"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rule-logs/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Undo what a rule did to one field
         * @description Restores the previous value of the field that the log names, and nothing else. 409 if it cannot be undone, or if a later log changed the same field: that one is named and must be undone first.
         */
        put: operations["RuleLogs.undo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suggest categories
         * @description From the categories that the user chose for transactions like these: at most the latest 5,000 choices that the token may see, and nothing else. `rule` can be sent to `POST /rules` as it is, and as `rule` to `POST /rules/preview`, which tries it on history. Changes nothing.
         */
        post: operations["CategorySuggestions.suggest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description The user’s own list. `category_id` of transactions names one of them.
         */
        get: operations["Categories.list"];
        put?: never;
        /**
         * Add a category
         * @description At most 1,000. A name is once in a group, in any case (409).
         */
        post: operations["Categories.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a category */
        get: operations["Categories.show"];
        /**
         * Change a category
         * @description What is left out keeps its value. Transactions and rules that have the category keep it.
         */
        put: operations["Categories.update"];
        post?: never;
        /**
         * Delete a category
         * @description If transactions or rules use it, `move_to` says what follows; without it the answer is 409 with their number. Transactions follow in the background. Changing rules needs `rules:write`. A token for single accounts cannot delete one (404).
         */
        delete: operations["Categories.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import categories
         * @description Adds those that are not there. One that was imported from the same `source`, or else has the same name and group, stays as it is. Each has its own category as result, in the order of the request.
         */
        post: operations["Categories.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints */
        get: operations["Webhooks.list"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description The signing secret is in this answer only; it cannot be read again, but it can be rotated.
         */
        post: operations["Webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a webhook endpoint */
        get: operations["Webhooks.one"];
        /**
         * Update a webhook endpoint
         * @description Members that are left out keep their value; `payload_version` is fixed and not read. Turning an endpoint off discards what waits for it; turning it on resets its health.
         */
        put: operations["Webhooks.update"];
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Sending stops, and its deliveries are erased.
         */
        delete: operations["Webhooks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret of a webhook endpoint
         * @description The new secret is in this answer only. For 24 hours deliveries are signed with the old one beside it, so that a receiver can take the new one without missing any.
         */
        post: operations["Webhooks.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint, with all attempts
         * @description A delivery is listed from its first attempt on, or once it was discarded or requested.
         */
        get: operations["WebhookDeliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a delivery, with all attempts */
        get: operations["WebhookDeliveries.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how many attempts a webhook endpoint answered in each hour, and how fast
         * @description Of the last 48 hours, oldest first; the durations are null in an hour without an attempt.
         */
        get: operations["WebhookDeliveries.figures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Whatever its outcome was; under its own `webhook-id`. The schedule of retries begins again.
         */
        post: operations["WebhookDeliveries.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again all that failed since a time
         * @description All deliveries of the endpoint that were made between `since` and `until` and have failed or were discarded, oldest first, in the background. The answer says how many there are.
         */
        post: operations["WebhookDeliveries.recover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint
         * @description Invented values, signed and retried like any other event, with `test: true` in the body.
         */
        post: operations["WebhookDeliveries.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened, for programs that cannot receive webhooks
         * @description What endpoints receive, as far as the token reads it, whether or not there is an endpoint. Resources that the token’s scopes do not read are named by their id alone.
         */
        get: operations["WebhookEvents.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what an event looks like, as a plain list
         * @description The newest events of the requested types, in the form in which endpoints get them, and an invented one for each type without events: automation platforms show them while a user edits a workflow.
         */
        get: operations["WebhookEvents.samples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List every type of event with a sample of it */
        get: operations["EventTypes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what changes
         * @description Server-sent events, for as long as the client listens; the request must accept `text/event-stream`.
         *
         *     - `changed`: resources changed, and reading them shows it. `data` is `{"resource": "transactions", "ids": ["2231"], "account_ids": ["17"]}`. `ids` is empty where more than 100 changed at once, or the token may not know which. `account_ids` is left out where the resource is not one of accounts, or more than 100 are concerned. An event may come twice.
         *     - `reset`: anything may have changed, because the events since `Last-Event-ID` are not kept any more (five minutes) or are too many: read again what you show.
         *
         *     Resources: `institutions`, `connections`, `accounts`, `balances`, `holdings`, `transactions`, `settlements`, `transfer-pairs`, `reprocessings`, `rules`, `rule-logs`, `rule-applications`, `categories`, `destinations`, `transfer-links`, `transfers`, `transfer-logs`, `drift-checks`, `webhook-endpoints`, `webhook-deliveries`, `webhook-events`. A token hears of those that its scopes read, and of the accounts that it was granted. An `id` without an event, every 20 seconds, says where the stream is. The stream ends with the token or the session, and when what these may see changes. A client that does not read is disconnected.
         */
        get: operations["Stream.open"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the health of each service, its outbox, consumer lag and dead letters */
        get: operations["AdministeredServices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sizes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how much each service stores */
        get: operations["AdministeredServices.sizes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/services/{service}/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List messages that a service could not process, oldest first */
        get: operations["DeadLetters.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/services/{service}/dead-letters/{deadLetterId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a message that a service could not process
         * @description Only ids, types, states, times and counts are shown; the rest is masked. That it was shown is in the audit trail.
         */
        get: operations["DeadLetters.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/services/{service}/dead-letters/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process dead letters again
         * @description Those of `ids`, all of a `topic`, or `all` that wait. One that fails again stays, with the new reason; nothing newer is overwritten. `request` shows the progress.
         */
        post: operations["DeadLetters.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/services/{service}/dead-letters/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete dead letters for good
         * @description Those of `ids`, all of a `topic`, or `all` that wait. What they would have changed stays as it is.
         */
        post: operations["DeadLetters.drop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/services/{service}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what administrators and operators requested of a service, newest first
         * @description Secrets and personal parameters are left out.
         */
        get: operations["ServiceRequests.list"];
        put?: never;
        /**
         * Request work of a service
         * @description `re-encrypt` encrypts everything with the current key; `sync-accounts`, `reprocess`, `replay-webhooks` and `checksum-query-model` are done by one service each. The service works in the background: read the request for its progress, and for the reason if it refuses the parameters.
         */
        post: operations["ServiceRequests.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/services/{service}/requests/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the progress of a request */
        get: operations["ServiceRequests.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/query-model/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the progress of the last rebuild of the query model
         * @description Null if there was none.
         */
        get: operations["QueryModel.show"];
        put?: never;
        /**
         * Rebuild the query model from the services that own its data
         * @description The present one stays readable until the new one is complete and takes its place.
         */
        post: operations["QueryModel.begin"];
        /**
         * Cancel the rebuild that runs
         * @description The present query model stays.
         */
        delete: operations["QueryModel.cancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the providers and which of their keys are set
         * @description Keys themselves are never shown.
         */
        get: operations["ProviderKeys.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enter the keys of a provider
         * @description They are checked with a call to the provider, and stored encrypted only if it accepts them. They are in force without a restart. A key that is left out keeps its entered value.
         */
        put: operations["ProviderKeys.set"];
        post?: never;
        /**
         * Remove the entered keys of a provider
         * @description Keys from the settings count again, if there are any. Otherwise its connections stop syncing.
         */
        delete: operations["ProviderKeys.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the user whom the token belongs to
         * @description A user whom an app manages has no e-mail address: null. `limits` says what the plan limits, and how much of it is used.
         */
        get: operations["User.show"];
        /**
         * Change the user’s name, e-mail address or password
         * @description What is left out stays. A new address or password needs the present password. Which addresses have an account is not said: the answer is the same where another account has the new one, and the address stays as it was. `GET /user` shows it. Where this installation sends mail, a new address counts once it is confirmed by the link that is sent to it; `GET /user/notices` shows it until then. The session that sends the request goes on.
         */
        put: operations["User.change"];
        post?: never;
        /**
         * Delete the user and everything that is kept of them
         * @description Begins at once: no token of the user counts any more, and nothing more is read or sent. `GET /user-erasures/{id}` shows its progress, without a token. It cannot be undone. It needs the present password. A user who has none gets 409, and the operator deletes them; so does the only administrator: another user needs the role first.
         */
        delete: operations["User.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the browsers in which the user is signed in */
        get: operations["Sessions.list"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere else
         * @description Ends all sessions but the one that the request came in.
         */
        delete: operations["Sessions.endOthers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign a browser out */
        delete: operations["Sessions.end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/security-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what concerned the security of the account
         * @description Sign-ins and failed ones, tokens and apps made, changed and ended, consents, and the first use of a token, or of an app, from each network. Kept for a year where the operator has not chosen otherwise.
         */
        get: operations["SecurityEvents.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user-erasures/{erasureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far an erasure is
         * @description No token: tokens of the user have ended. The id comes from deleting the user, and is known for 30 days.
         */
        get: operations["UserErasures.one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the present export and how far it is */
        get: operations["UserExports.list"];
        put?: never;
        /**
         * Ask for everything that is kept of the user
         * @description It is put together in the background: `GET /user/exports` shows its progress, `GET /user/export` hands it over. A user has one at a time: asking again before it expires gives the present one.
         */
        post: operations["UserExports.request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all data of the user
         * @description One JSON object a line, `{"service", "kind", "data"}`; the last has the kind `end` and the number of lines between the first and itself. Secrets, and hashes of them, are left out. 404 until a requested export is ready.
         */
        get: operations["UserExports.fetch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List personal access tokens */
        get: operations["Tokens.list"];
        put?: never;
        /**
         * Make a personal access token
         * @description The token is in this answer only; it ends at `expires_at`, by default after one year, or when it is revoked. Its scopes and accounts are named, or null for all.
         */
        post: operations["Tokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a personal access token */
        get: operations["Tokens.one"];
        /**
         * Rename or restrict a personal access token
         * @description Members that are left out stay. Scopes and accounts can only be removed and the end can only be earlier; anything more is 422. The change applies from the next request on; what was made with the token pauses if it needs more.
         */
        put: operations["Tokens.change"];
        post?: never;
        /**
         * Delete a personal access token
         * @description It does not count from the next request on, and is forgotten.
         */
        delete: operations["Tokens.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{tokenId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a personal access token
         * @description It does not count from the next request on, and is still listed.
         */
        post: operations["Tokens.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the apps that the user registered */
        get: operations["Apps.list"];
        put?: never;
        /**
         * Register an app
         * @description Its secret, where it has one, is in this answer only.
         */
        post: operations["Apps.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/apps/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an app */
        get: operations["Apps.one"];
        /**
         * Change an app
         * @description All its settings are sent. What users granted it stays as it is.
         */
        put: operations["Apps.change"];
        post?: never;
        /**
         * Delete an app
         * @description What users granted it ends at once, and so do the users whom it manages.
         */
        delete: operations["Apps.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/apps/{appId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an app a new secret
         * @description It is in this answer only; the present one ends at once. 404 where the app has none.
         */
        post: operations["Apps.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what the user lets apps do */
        get: operations["Grants.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/grants/{grantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what the user lets an app do */
        get: operations["Grants.one"];
        /**
         * Rename or restrict what an app may do
         * @description Members that are left out stay. Scopes and accounts can only be removed and the end can only be earlier; anything more is 422. The change applies from the next request of the app on; what the app made pauses if it needs more.
         */
        put: operations["Grants.change"];
        post?: never;
        /**
         * End what an app may do
         * @description Its tokens for this user do not count from the next request on, nor does its refresh token.
         */
        delete: operations["Grants.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/managed-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users whom the app manages */
        get: operations["ManagedUsers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/managed-users/{managedUserId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a user whom the app manages */
        get: operations["ManagedUsers.one"];
        put?: never;
        post?: never;
        /**
         * Delete a user whom the app manages, and everything that is kept of them
         * @description As `DELETE /user` does: it begins at once, and no token of the user counts any more. `GET /user-erasures/{id}` shows its progress, without a token. It cannot be undone. A token that is made for the same `managed_user` later is of a new user.
         */
        delete: operations["ManagedUsers.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all users */
        get: operations["AdministeredUsers.list"];
        put?: never;
        /**
         * Create a user with a generated password
         * @description The answer is the only place where the password is shown.
         */
        post: operations["AdministeredUsers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a user */
        get: operations["AdministeredUsers.one"];
        /**
         * Change a user’s role or plan, disable or enable them
         * @description What is left out stays. A disabled user cannot sign in, and their tokens, apps and feeds stop; syncs, transfers and webhooks continue. Administrators cannot take their own role or disable themselves, and the last administrator who can sign in keeps the role: 409.
         */
        put: operations["AdministeredUsers.change"];
        post?: never;
        /**
         * Delete a user and everything that is kept of them
         * @description It begins immediately and cannot be undone. `GET /user-erasures/{id}` shows its progress. Administrators delete themselves with `DELETE /user`.
         */
        delete: operations["AdministeredUsers.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{userId}/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a user’s password by a generated one
         * @description It is shown only in this answer. The user is signed out in all browsers.
         */
        post: operations["AdministeredUsers.resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List invitations that can still be used */
        get: operations["AdministeredInvitations.list"];
        put?: never;
        /** Invite somebody to create an account */
        post: operations["AdministeredInvitations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/invitations/used": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who signed up with an invitation */
        get: operations["AdministeredInvitations.used"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an invitation */
        delete: operations["AdministeredInvitations.withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{userId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the personal access tokens of a user */
        get: operations["AdministeredAccesses.tokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{userId}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a user lets apps do */
        get: operations["AdministeredAccesses.grants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{userId}/revoke-accesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke all personal access tokens of a user, and all that they granted apps */
        post: operations["AdministeredAccesses.revokeAccesses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a personal access token of any user
         * @description It does not count from the next request on, and is still listed.
         */
        delete: operations["AdministeredAccesses.revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/grants/{grantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End what an app may do for any user */
        delete: operations["AdministeredAccesses.revokeGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the apps of all users */
        get: operations["AdministeredAccesses.apps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an app of any user
         * @description With all that it was granted, and the users whom it manages.
         */
        delete: operations["AdministeredAccesses.deleteApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what administrators did */
        get: operations["AuditTrail.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show which notices the user gets by mail, and where */
        get: operations["Notices.show"];
        /**
         * Switch notices on or off
         * @description What is left out stays.
         */
        put: operations["Notices.change"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/email-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the mail that confirms the user’s address again
         * @description To the new address, if the user changes theirs, else to the present one. The link in it works for a day, and earlier ones no more. Nothing is sent if there is nothing to confirm, or if this installation sends no mail.
         */
        post: operations["Notices.confirmAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "transactions.created v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `transactions.created`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_transactions.created",
                     *       "type": "transactions.created",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "bank_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         },
                     *         "transactions": [
                     *           {
                     *             "id": "1001",
                     *             "financial_account_id": "17",
                     *             "amount": "-12.40",
                     *             "currency": "EUR",
                     *             "booked": "true",
                     *             "mapped_fields": {
                     *               "payee": "Kahvila Oy",
                     *               "description": "Card 02.03 KAHVILA",
                     *               "date": "2026-03-02"
                     *             },
                     *             "booking_date": "2026-03-02",
                     *             "booking_datetime": "",
                     *             "value_date": "2026-03-02",
                     *             "value_datetime": "",
                     *             "creditor": {
                     *               "name": "Kahvila Oy",
                     *               "iban": "FI2112345600000785"
                     *             },
                     *             "remittance_information": {
                     *               "unstructured": "Card 02.03 KAHVILA"
                     *             },
                     *             "codes": {
                     *               "bank_transaction_code": "PMNT-CCRD-POSD"
                     *             },
                     *             "external_identifiers": {
                     *               "institution_transaction_id": "2026-03-02-0001"
                     *             },
                     *             "created_at": "2026-03-02T06:10:00.000Z",
                     *             "updated_at": "2026-03-02T06:10:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTransactionsCreatedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transactions.updated v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `transactions.updated`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_transactions.updated",
                     *       "type": "transactions.updated",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "bank_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         },
                     *         "transactions": [
                     *           {
                     *             "id": "1001",
                     *             "financial_account_id": "17",
                     *             "amount": "-12.40",
                     *             "currency": "EUR",
                     *             "booked": "true",
                     *             "mapped_fields": {
                     *               "payee": "Kahvila Oy",
                     *               "description": "Card 02.03 KAHVILA",
                     *               "date": "2026-03-02"
                     *             },
                     *             "booking_date": "2026-03-02",
                     *             "booking_datetime": "",
                     *             "value_date": "2026-03-02",
                     *             "value_datetime": "",
                     *             "creditor": {
                     *               "name": "Kahvila Oy",
                     *               "iban": "FI2112345600000785"
                     *             },
                     *             "remittance_information": {
                     *               "unstructured": "Card 02.03 KAHVILA"
                     *             },
                     *             "codes": {
                     *               "bank_transaction_code": "PMNT-CCRD-POSD"
                     *             },
                     *             "external_identifiers": {
                     *               "institution_transaction_id": "2026-03-02-0001"
                     *             },
                     *             "created_at": "2026-03-02T06:10:00.000Z",
                     *             "updated_at": "2026-03-02T06:10:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTransactionsUpdatedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "balance.updated v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `balance.updated`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_balance.updated",
                     *       "type": "balance.updated",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "bank_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         },
                     *         "balances": [
                     *           {
                     *             "id": "55",
                     *             "financial_account_id": "17",
                     *             "amount": "1204.10",
                     *             "currency": "EUR",
                     *             "type": "interimBooked",
                     *             "category": "",
                     *             "reference_date": "2026-03-02",
                     *             "credit_limit_included": "",
                     *             "last_committed_transaction_entry_ref": "",
                     *             "integrator_last_changed_at": "",
                     *             "created_at": "2026-03-02T06:10:00.000Z",
                     *             "updated_at": "2026-03-02T06:10:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookBalanceUpdatedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "holdings.updated v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `holdings.updated`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_holdings.updated",
                     *       "type": "holdings.updated",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "bank_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         },
                     *         "holdings": [
                     *           {
                     *             "id": "7",
                     *             "financial_account_id": "17",
                     *             "instrument": {
                     *               "symbol": "ACME",
                     *               "name": "Acme Oyj",
                     *               "exchange": "XHEL",
                     *               "type": "STOCK",
                     *               "figi_code": "BBG000ACME01"
                     *             },
                     *             "option": null,
                     *             "units": "12.5",
                     *             "price": "41.20",
                     *             "cost_basis": "38.00",
                     *             "market_value": "515.00",
                     *             "currency": "EUR",
                     *             "cash_equivalent": "false",
                     *             "created_at": "2026-03-02T06:10:00.000Z",
                     *             "updated_at": "2026-03-02T06:10:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookHoldingsUpdatedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bank_account.created v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `bank_account.created`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_account.created",
                     *       "type": "bank_account.created",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "bank_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookBankAccountCreatedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bank_account.updated v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `bank_account.updated`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_account.updated",
                     *       "type": "bank_account.updated",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "bank_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookBankAccountUpdatedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bank_account.deleted v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `bank_account.deleted`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_account.deleted",
                     *       "type": "bank_account.deleted",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "bank_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookBankAccountDeletedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.created v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.created`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.created",
                     *       "type": "connection.created",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionCreatedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.activated v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.activated`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.activated",
                     *       "type": "connection.activated",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionActivatedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.reauthorized v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.reauthorized`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.reauthorized",
                     *       "type": "connection.reauthorized",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionReauthorizedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.expiring v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.expiring`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.expiring",
                     *       "type": "connection.expiring",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionExpiringV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.expired v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.expired`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.expired",
                     *       "type": "connection.expired",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionExpiredV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.failing v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.failing`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.failing",
                     *       "type": "connection.failing",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionFailingV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.recovered v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.recovered`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.recovered",
                     *       "type": "connection.recovered",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionRecoveredV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.disabled v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.disabled`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.disabled",
                     *       "type": "connection.disabled",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionDisabledV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.deleted v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.deleted`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.deleted",
                     *       "type": "connection.deleted",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionDeletedV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "rule.disabled v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `rule.disabled`, payload version v1 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_rule.disabled",
                     *       "type": "rule.disabled",
                     *       "payload_version": "v1",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "rule": {
                     *           "id": "5",
                     *           "name": "Tidy card payees",
                     *           "disabled_reason": "The rule took longer than the 1000 ms that all rules have for one transaction.",
                     *           "disabled_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookRuleDisabledV1"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transactions.created v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `transactions.created`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_transactions.created",
                     *       "type": "transactions.created",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         },
                     *         "transactions": [
                     *           {
                     *             "id": "1001",
                     *             "financial_account_id": "17",
                     *             "amount": "-12.40",
                     *             "currency": "EUR",
                     *             "booked": "true",
                     *             "mapped_fields": {
                     *               "payee": "Kahvila Oy",
                     *               "description": "Card 02.03 KAHVILA",
                     *               "date": "2026-03-02"
                     *             },
                     *             "booking_date": "2026-03-02",
                     *             "booking_datetime": "",
                     *             "value_date": "2026-03-02",
                     *             "value_datetime": "",
                     *             "creditor": {
                     *               "name": "Kahvila Oy",
                     *               "iban": "FI2112345600000785"
                     *             },
                     *             "remittance_information": {
                     *               "unstructured": "Card 02.03 KAHVILA"
                     *             },
                     *             "codes": {
                     *               "bank_transaction_code": "PMNT-CCRD-POSD"
                     *             },
                     *             "external_identifiers": {
                     *               "institution_transaction_id": "2026-03-02-0001"
                     *             },
                     *             "created_at": "2026-03-02T06:10:00.000Z",
                     *             "updated_at": "2026-03-02T06:10:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTransactionsCreatedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transactions.updated v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `transactions.updated`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_transactions.updated",
                     *       "type": "transactions.updated",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         },
                     *         "transactions": [
                     *           {
                     *             "id": "1001",
                     *             "financial_account_id": "17",
                     *             "amount": "-12.40",
                     *             "currency": "EUR",
                     *             "booked": "true",
                     *             "mapped_fields": {
                     *               "payee": "Kahvila Oy",
                     *               "description": "Card 02.03 KAHVILA",
                     *               "date": "2026-03-02"
                     *             },
                     *             "booking_date": "2026-03-02",
                     *             "booking_datetime": "",
                     *             "value_date": "2026-03-02",
                     *             "value_datetime": "",
                     *             "creditor": {
                     *               "name": "Kahvila Oy",
                     *               "iban": "FI2112345600000785"
                     *             },
                     *             "remittance_information": {
                     *               "unstructured": "Card 02.03 KAHVILA"
                     *             },
                     *             "codes": {
                     *               "bank_transaction_code": "PMNT-CCRD-POSD"
                     *             },
                     *             "external_identifiers": {
                     *               "institution_transaction_id": "2026-03-02-0001"
                     *             },
                     *             "created_at": "2026-03-02T06:10:00.000Z",
                     *             "updated_at": "2026-03-02T06:10:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTransactionsUpdatedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "balance.updated v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `balance.updated`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_balance.updated",
                     *       "type": "balance.updated",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         },
                     *         "balances": [
                     *           {
                     *             "id": "55",
                     *             "financial_account_id": "17",
                     *             "amount": "1204.10",
                     *             "currency": "EUR",
                     *             "type": "interimBooked",
                     *             "category": "",
                     *             "reference_date": "2026-03-02",
                     *             "credit_limit_included": "",
                     *             "last_committed_transaction_entry_ref": "",
                     *             "integrator_last_changed_at": "",
                     *             "created_at": "2026-03-02T06:10:00.000Z",
                     *             "updated_at": "2026-03-02T06:10:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookBalanceUpdatedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "holdings.updated v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `holdings.updated`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_holdings.updated",
                     *       "type": "holdings.updated",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         },
                     *         "holdings": [
                     *           {
                     *             "id": "7",
                     *             "financial_account_id": "17",
                     *             "instrument": {
                     *               "symbol": "ACME",
                     *               "name": "Acme Oyj",
                     *               "exchange": "XHEL",
                     *               "type": "STOCK",
                     *               "figi_code": "BBG000ACME01"
                     *             },
                     *             "option": null,
                     *             "units": "12.5",
                     *             "price": "41.20",
                     *             "cost_basis": "38.00",
                     *             "market_value": "515.00",
                     *             "currency": "EUR",
                     *             "cash_equivalent": "false",
                     *             "created_at": "2026-03-02T06:10:00.000Z",
                     *             "updated_at": "2026-03-02T06:10:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookHoldingsUpdatedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.created v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `account.created`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_account.created",
                     *       "type": "account.created",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookAccountCreatedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.updated v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `account.updated`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_account.updated",
                     *       "type": "account.updated",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookAccountUpdatedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.deleted v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `account.deleted`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_account.deleted",
                     *       "type": "account.deleted",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_account": {
                     *           "id": "17",
                     *           "balance": {
                     *             "available": 0,
                     *             "cleared": "1204.10"
                     *           },
                     *           "financial_connection_id": "3",
                     *           "config": {
                     *             "map_fields": {
                     *               "payee": "counterparty.name",
                     *               "description": "remittance_information.unstructured",
                     *               "date": "booking_date"
                     *             },
                     *             "enrichment": {
                     *               "enabled": false,
                     *               "provider": null,
                     *               "country": null
                     *             },
                     *             "sync_start_date": null,
                     *             "sync_auto": true,
                     *             "sync_pending_transactions": false,
                     *             "pending_settlement_matching": true,
                     *             "pending_settlement_max_days": 8,
                     *             "fuzzy_counterparty_matching": true,
                     *             "fuzzy_counterparty_min_chars": 5,
                     *             "sync_balances": true,
                     *             "sync_frequency_in_minutes": 360,
                     *             "fields_for_duplicate_filtering": [
                     *               "booking_date",
                     *               "amount",
                     *               "currency",
                     *               "counterparty",
                     *               "remittance_information"
                     *             ]
                     *           },
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "enabled": "true",
                     *           "integrator": "PROVIDER_A",
                     *           "account_category": "BANK",
                     *           "raw_type": null,
                     *           "cash_balance": null,
                     *           "total_balance": null,
                     *           "meta": "",
                     *           "account_number_masked": null,
                     *           "name": "Everyday account",
                     *           "custom_name": "",
                     *           "display_name": "Everyday account",
                     *           "bban": "",
                     *           "scan": "",
                     *           "iban": "FI2112345600000785",
                     *           "bic": "",
                     *           "owner_name": "Maija Meikäläinen",
                     *           "owner_address": "",
                     *           "currency": "EUR",
                     *           "product_name": "Current account",
                     *           "cash_account_type": "CACC",
                     *           "account_usage": "PRIV",
                     *           "linked_accounts": "",
                     *           "details": "",
                     *           "msisdn": "",
                     *           "integrator_id": "7e944232-bda9-40bc-b784-660c7ab5fe78",
                     *           "institution_id": "",
                     *           "details_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "balances_last_synced_at": "2026-03-02T06:10:00.000Z",
                     *           "transactions_backfill_cursor": "2025-12-03",
                     *           "sync": {
                     *             "next_sync_at": "2026-03-02T06:10:00.000Z",
                     *             "next_allowed_at": null,
                     *             "backfill_completes_at": "2026-03-05T00:00:00.000Z"
                     *           },
                     *           "reconciliation": {
                     *             "currency": "EUR",
                     *             "since": "2026-03-02T06:10:00.000Z",
                     *             "checked_at": "2026-03-02T06:10:00.000Z",
                     *             "balance_change": "-12.50",
                     *             "transactions_total": "-12.50",
                     *             "difference": "0.00"
                     *           },
                     *           "unread_rows": "0",
                     *           "time_zone": null,
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookAccountDeletedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.created v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.created`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.created",
                     *       "type": "connection.created",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionCreatedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.activated v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.activated`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.activated",
                     *       "type": "connection.activated",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionActivatedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.reauthorized v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.reauthorized`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.reauthorized",
                     *       "type": "connection.reauthorized",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionReauthorizedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.expiring v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.expiring`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.expiring",
                     *       "type": "connection.expiring",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionExpiringV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.expired v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.expired`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.expired",
                     *       "type": "connection.expired",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionExpiredV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.failing v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.failing`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.failing",
                     *       "type": "connection.failing",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionFailingV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.recovered v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.recovered`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.recovered",
                     *       "type": "connection.recovered",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionRecoveredV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.disabled v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.disabled`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.disabled",
                     *       "type": "connection.disabled",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionDisabledV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.deleted v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `connection.deleted`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_connection.deleted",
                     *       "type": "connection.deleted",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "financial_connection": {
                     *           "id": "3",
                     *           "institution_id": "2",
                     *           "region": null,
                     *           "enabled": "true",
                     *           "status": "ACTIVE",
                     *           "status_message": null,
                     *           "sync_balances": "true",
                     *           "supports_reauthorization": true,
                     *           "supports_manage": false,
                     *           "max_historical_days": "730",
                     *           "access_valid_for_days": "180",
                     *           "consent_expires_at": "2026-08-29T06:10:00.000Z",
                     *           "name": null,
                     *           "reference": null,
                     *           "accounts_last_synced_at": null,
                     *           "setup_pending": false,
                     *           "setup_renewal": "false",
                     *           "activated_at": "2026-03-02T06:10:00.000Z",
                     *           "health": {
                     *             "status": "HEALTHY",
                     *             "integrator_message": null,
                     *             "failure_count": 0,
                     *             "transient_message": null,
                     *             "transient_failure_count": 0,
                     *             "last_attempt_at": "2026-03-02T06:10:00.000Z"
                     *           },
                     *           "created_at": "2026-03-02T06:10:00.000Z",
                     *           "updated_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookConnectionDeletedV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "rule.disabled v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `rule.disabled`, payload version v2 */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The same for every attempt. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "sample_rule.disabled",
                     *       "type": "rule.disabled",
                     *       "payload_version": "v2",
                     *       "created_at": "2026-03-02T06:10:00.000Z",
                     *       "data": {
                     *         "rule": {
                     *           "id": "5",
                     *           "name": "Tidy card payees",
                     *           "disabled_reason": "The rule took longer than the 1000 ms that all rules have for one transaction.",
                     *           "disabled_at": "2026-03-02T06:10:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookRuleDisabledV2"];
                };
            };
            responses: {
                /** @description The endpoint no longer exists, and is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Accepted. Any other answer, or none within 15 seconds, is retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        CreateTransactionsBody: {
            transactions: components["schemas"]["CreateTransactionBody"][];
        };
        UpdateTransactionsBody: {
            transactions: components["schemas"]["UpdateTransactionItemBody"][];
        };
        DeleteTransactionsBody: {
            transaction_ids: (number | string)[];
        };
        /** @description All that is set on one transaction has at most 18,000 bytes as JSON, with the payee and description that are taken from it. */
        CreateTransactionBody: {
            financial_account_id: number | string;
            currency?: string;
            /** @description An exact decimal number as a text; outflow is negative. */
            amount: string;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            booked?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /** Format: date */
            booking_date?: string;
            /** Format: date */
            value_date?: string;
            mapped_fields?: components["schemas"]["MappedFieldsBody"];
            debtor?: components["schemas"]["PartyBody"];
            creditor?: components["schemas"]["PartyBody"];
            remittance_information?: components["schemas"]["RemittanceBody"];
            additional_information?: string;
        };
        /** @description All that is set on one transaction has at most 18,000 bytes as JSON, with the payee and description that are taken from it. */
        UpdateTransactionBody: {
            /** @description An exact decimal number as a text; outflow is negative. */
            amount?: string | null;
            currency?: string | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string|null}
             */
            booked?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off" | null;
            /** Format: date */
            booking_date?: string | null;
            /** Format: date */
            value_date?: string | null;
            mapped_fields?: ((components["schemas"]["MappedFieldsChangesBody"] | null) | null) | components["schemas"]["MappedFieldsChangesBody"] | null;
            debtor?: ((components["schemas"]["PartyChangesBody"] | null) | null) | components["schemas"]["PartyChangesBody"] | null;
            creditor?: ((components["schemas"]["PartyChangesBody"] | null) | null) | components["schemas"]["PartyChangesBody"] | null;
            remittance_information?: ((components["schemas"]["RemittanceChangesBody"] | null) | null) | components["schemas"]["RemittanceChangesBody"] | null;
            additional_information?: string | null;
            /** @description A category of the user’s own, or `none` for none, whatever rules say. Null takes the choice back. In a request without fields other than `category_id`, `note` and `tags`. */
            category_id?: number | string | null;
            /** @description Empty: none, whatever rules say. Null takes the choice back. In a request without fields other than `category_id`, `note` and `tags`. */
            note?: string | null;
            /** @description All tags, in order; two that differ in case alone are one. A tag has no comma and does not begin with `+`. Empty: none, whatever rules say. Null takes the choice back. In a request without fields other than `category_id`, `note` and `tags`. */
            tags?: string[] | null;
        };
        SplitTransactionBody: {
            /** @description They add up to the transaction’s amount; none is zero. What a part leaves out it has of the transaction. */
            parts: components["schemas"]["PartBody"][];
        };
        MergeTransactionsBody: {
            transaction_id: number | string;
        };
        CreateTransferPairBody: {
            transaction_id: number | string;
            counterpart_transaction_id: number | string;
        };
        DecideTransferPairBody: {
            /** @enum {string} */
            status: "CONFIRMED" | "REJECTED";
        };
        ReprocessBody: {
            /** @description All accounts of this connection. */
            connection_id?: number | string | null;
            /** @description These accounts; with a connection, those of them that are its. */
            financial_account_ids?: (number | string)[] | null;
        };
        ChangeFileImportBody: {
            /** @description The file is read again like this, and so is the bank’s next one that it fits. Sent as it is shown, it confirms a guess. */
            csv?: components["schemas"]["CsvReadingBody"];
            /** @description The same for a QIF file. */
            qif?: components["schemas"]["QifReadingBody"];
            accounts?: components["schemas"]["FileAccountBody"][];
        };
        DecideReviewsBody: {
            /** @enum {string} */
            decision: "one" | "two";
        };
        CreateAccountBody: {
            name: string;
            currency: string;
            /** @enum {string} */
            account_category?: "BANK" | "INVESTMENT" | "DEPOSIT" | "LOC";
            /** @description ISO 20022 code, such as CASH, CARD or SVGS. */
            cash_account_type?: string | null;
        };
        ConfigureAccountsBody: {
            financial_account_ids: (number | string)[];
            /** @description What is left out keeps its value in each account. */
            config: components["schemas"]["AccountConfigBody"];
        };
        UpdateAccountBody: {
            /** @description Null or blank: none. */
            custom_name?: string | null;
            /** @description The IANA name of the zone in which moments are days, such as Europe/Helsinki. Null: UTC. Stored transactions keep their day. */
            time_zone?: string | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            enabled?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            config?: components["schemas"]["AccountConfigBody"];
        };
        SyncBody: {
            /**
             * @description A user requests it right now, from the address that the request comes from. Some institutions do not count such a sync; they get the address and the browser. Timers must never send it.
             * @enum {boolean|integer|string}
             */
            user_present?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
        };
        RecordBalanceBody: {
            /** Format: date */
            reference_date: string;
            /** @description An exact decimal number as a text; outflow is negative. */
            amount: string;
        };
        InstitutionConfigBody: {
            /** @description What is left out keeps its value. */
            config: components["schemas"]["AccountConfigBody"];
        };
        CreateConnectionBody: {
            institution_id: number | string;
            /**
             * Format: uri
             * @description Where the user’s browser ends up; `connection_id` and `outcome` are added to its query.
             */
            redirect_url?: string;
            /** @description The setup token that the user made at a SimpleFIN server; it is claimed at once. Required where the institution’s integrator is SIMPLEFIN, and refused for others. No consent follows: `auth_url` is null. */
            setup_token?: string;
            /** @description Correlation id of the caller’s own. */
            reference?: string | null;
            config?: components["schemas"]["AccountConfigBody"];
        };
        UpdateConnectionBody: {
            /** @description The user’s own; null or blank: none. */
            name?: string | null;
            /** @description Correlation id of the caller’s own. */
            reference?: string | null;
        };
        ReauthorizeConnectionBody: {
            /**
             * Format: uri
             * @description Where the user’s browser ends up; `connection_id` and `outcome` are added to its query.
             */
            redirect_url?: string;
            /** @description The setup token that the user made at a SimpleFIN server; it is claimed at once. Required where the institution’s integrator is SIMPLEFIN, and refused for others. No consent follows: `auth_url` is null. */
            setup_token?: string;
        };
        ConnectByTokenOrLinkBody: {
            /** @description What the user calls the connection. */
            name?: string;
            /** @description A token of the user’s own; without it, `redirect_url` is needed. */
            access_token?: string;
            /**
             * Format: uri
             * @description Where the user’s browser ends up; `connection_id` and `outcome` are added to its query.
             */
            redirect_url?: string;
        } & (unknown | unknown);
        AuthorizeDestinationBody: {
            /**
             * Format: uri
             * @description Where the user’s browser ends up; `connection_id` and `outcome` are added to its query.
             */
            redirect_url: string;
        };
        UpdateDestinationBody: {
            /** @description What the user calls the connection. */
            name?: string;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            enabled?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            sync_balances?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
        };
        ConnectBudgetbBody: {
            /** @description What the user calls the connection. */
            name?: string;
            /** Format: uri */
            server_url: string;
            /** @description The server’s password. */
            password: string;
            /** @description The password of budgets whose content is encrypted. */
            encryption_password?: string;
        };
        ConnectSheetsBody: {
            /** @description What the user calls the connection. */
            name?: string;
            /** @description The JSON file of a service account’s key, as text; without it, `redirect_url` is needed. */
            service_account_key?: string;
            /** @description Ids or addresses of spreadsheets that the account may edit. */
            spreadsheets: string[];
            /**
             * Format: uri
             * @description Where the user’s browser ends up; `connection_id` and `outcome` are added to its query.
             */
            redirect_url?: string;
        } & (unknown | unknown);
        CreateFeedBody: {
            name: string;
            /** @description Null: all accounts. */
            financial_accounts?: (number | string)[] | null;
            /**
             * @description What becomes of transactions in another currency than their account’s: `CONVERT` by the bank’s own rate (without one they are left out), or `AS_IS` (the number stays, and the description names the currency). Absent: they are left out, and the app is told how many.
             * @enum {string}
             */
            on_other_currency?: "CONVERT" | "AS_IS";
        };
        UpdateFeedBody: {
            name?: string;
            /** @description Null: all accounts. */
            financial_accounts?: (number | string)[] | null;
            /**
             * @description What becomes of transactions in another currency than their account’s: `CONVERT` by the bank’s own rate (without one they are left out), or `AS_IS` (the number stays, and the description names the currency). Absent: they are left out, and the app is told how many.
             * @enum {string}
             */
            on_other_currency?: "CONVERT" | "AS_IS";
        };
        CreateTransferLinkBody: {
            financial_account_id: number | string;
            /** @enum {string} */
            destination_type: "BUDGETA" | "BUDGETB" | "SHEETS" | "WORKSPACE";
            destination_id: number | string;
            /**
             * Format: date
             * @description Absent or null: the whole history.
             */
            transfer_start_date?: string | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            active?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /** @enum {string} */
            sync_mode?: "TRANSACTIONS" | "BALANCE" | "TRANSACTIONS_AND_BALANCE";
            on_booked_change?: components["schemas"]["OnBookedChangeBody"];
            /**
             * @description What becomes of amounts in another currency than the destination’s: `CONVERT` by the bank’s own rate (without one they wait), or `AS_IS` (the number stays, and the memo names the currency). Required where the account and the destination are in different currencies.
             * @enum {string}
             */
            on_other_currency?: "CONVERT" | "AS_IS";
            /** @description What a destination counts in that states no currency itself: a sheet, a data source, a budget without one. Absent: that of its other links, or the account’s. */
            destination_currency?: string;
            /** @description Which category of the destination stands for which of the user’s own: the whole map, `[]` for none. Transactions with a category that it does not name are sent without one. */
            category_map?: components["schemas"]["CategoryMapEntryBody"][];
        };
        UpdateTransferLinkBody: {
            financial_account_id?: number | string;
            /** @enum {string} */
            destination_type?: "BUDGETA" | "BUDGETB" | "SHEETS" | "WORKSPACE";
            destination_id?: number | string;
            /**
             * Format: date
             * @description Null: the whole history.
             */
            transfer_start_date?: string | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            active?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /** @enum {string} */
            sync_mode?: "TRANSACTIONS" | "BALANCE" | "TRANSACTIONS_AND_BALANCE";
            on_booked_change?: components["schemas"]["OnBookedChangeBody"];
            /**
             * @description What becomes of amounts in another currency than the destination’s: `CONVERT` by the bank’s own rate (without one they wait), or `AS_IS` (the number stays, and the memo names the currency). Required where the account and the destination are in different currencies.
             * @enum {string}
             */
            on_other_currency?: "CONVERT" | "AS_IS";
            /** @description What a destination counts in that states no currency itself: a sheet, a data source, a budget without one. Absent: that of its other links, or the account’s. */
            destination_currency?: string;
            /** @description Which category of the destination stands for which of the user’s own: the whole map, `[]` for none. Transactions with a category that it does not name are sent without one. */
            category_map?: components["schemas"]["CategoryMapEntryBody"][];
        };
        CreateTransferLinksBody: {
            transfer_links: components["schemas"]["CreateTransferLinkBody"][];
        };
        UpdateTransferLinksBody: {
            transfer_links: components["schemas"]["ChangedTransferLinkBody"][];
        };
        DeleteTransferLinksBody: {
            transfer_link_ids: (number | string)[];
        };
        RetryFailuresBody: {
            reason: string | null;
            /** @enum {string|null} */
            destination_type: "BUDGETA" | "BUDGETB" | "SHEETS" | "WORKSPACE" | null;
        };
        TransferLogsBody: {
            transferLogIds: (number | string)[];
        };
        CreateRuleBody: {
            name: string;
            description?: string | null;
            /** @enum {string} */
            scope?: "FINANCIAL_ACCOUNT" | "TRANSFER_LINK" | "ANY";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            enabled?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            trigger_on_any_condition?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            skip_other_rules_when_triggered?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            conditions?: components["schemas"]["ConditionBody"][];
            actions: components["schemas"]["ActionBody"][];
        };
        UpdateRuleBody: {
            name?: string;
            description?: string | null;
            /** @enum {string} */
            scope?: "FINANCIAL_ACCOUNT" | "TRANSFER_LINK" | "ANY";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            enabled?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            trigger_on_any_condition?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            skip_other_rules_when_triggered?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            conditions?: components["schemas"]["ConditionBody"][];
            actions?: components["schemas"]["ActionBody"][];
            /** Format: date-time */
            unchanged_since?: string;
        };
        AttachRuleBody: {
            order?: number | null;
            order_list?: number[] | null;
        };
        RuleAccountsBody: {
            financial_account_ids: (number | string)[];
        };
        RuleTransferLinksBody: {
            transfer_link_ids: (number | string)[];
        };
        PreviewRuleBody: {
            rule: components["schemas"]["CreateRuleBody"];
            /** @description The saved rule that `rule` is a change of: the answer is the difference between the two, where the rule is attached and in its position there, over at most 500 transactions. Conditions and actions with the `id` of a saved one keep what was undone of them. Absent or null: a new rule, behind all others. */
            rule_id?: number | string | null;
            /** @description Absent or null: all accounts. */
            financial_account_ids?: (number | string)[] | null;
            matches_max?: number;
            transactions_max?: number;
        };
        ApplyRuleBody: {
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            dry_run?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /** @description Absent or null: all accounts that the rule is attached to, by themselves or by their links. */
            financial_account_ids?: (number | string)[] | null;
        };
        UndoRuleLogsBody: {
            ruleLogIds: (number | string)[];
        };
        UndoRuleLogBody: {
            ruleLogId: number | string;
        };
        SuggestCategoriesBody: {
            transaction_ids: (number | string)[];
        };
        CreateCategoryBody: {
            name: string;
            /** @description The heading that it is listed under; null: none. */
            group?: string | null;
            /**
             * @description Not offered for new choices; transactions and rules that have it keep it.
             * @enum {boolean|integer|string}
             */
            hidden?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
        };
        ImportCategoriesBody: {
            categories: components["schemas"]["ImportedCategoryBody"][];
        };
        UpdateCategoryBody: {
            name?: string;
            /** @description The heading that it is listed under; null: none. */
            group?: string | null;
            /**
             * @description Not offered for new choices; transactions and rules that have it keep it.
             * @enum {boolean|integer|string}
             */
            hidden?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
        };
        DeleteCategoryBody: {
            /** @description The category that its transactions and rules get; `none` leaves the transactions without one and switches the rules off. Needed if any use it. */
            move_to?: number | string | null;
        };
        CreateWebhookEndpointBody: {
            /** Format: uri */
            url: string;
            description?: string | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            enabled?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            events: ("transactions.created" | "transactions.updated" | "balance.updated" | "holdings.updated" | "account.created" | "account.updated" | "account.deleted" | "bank_account.created" | "bank_account.updated" | "bank_account.deleted" | "connection.created" | "connection.activated" | "connection.reauthorized" | "connection.expiring" | "connection.expired" | "connection.failing" | "connection.recovered" | "connection.disabled" | "connection.deleted" | "rule.disabled")[];
            /** @description Null: all accounts. */
            financial_accounts?: (number | string)[] | null;
            /** @enum {string} */
            type?: "WEBHOOK" | "AUTOMATION_A" | "AUTOMATION_B";
            /** @enum {string|null} */
            payload_version?: "v1" | "v2" | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            omit_sensitive_identifiers?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
        };
        UpdateWebhookEndpointBody: {
            /** Format: uri */
            url?: string;
            description?: string | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            enabled?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            events?: ("transactions.created" | "transactions.updated" | "balance.updated" | "holdings.updated" | "account.created" | "account.updated" | "account.deleted" | "bank_account.created" | "bank_account.updated" | "bank_account.deleted" | "connection.created" | "connection.activated" | "connection.reauthorized" | "connection.expiring" | "connection.expired" | "connection.failing" | "connection.recovered" | "connection.disabled" | "connection.deleted" | "rule.disabled")[];
            /** @description Null: all accounts. */
            financial_accounts?: (number | string)[] | null;
            /** @enum {string} */
            type?: "WEBHOOK" | "AUTOMATION_A" | "AUTOMATION_B";
            /**
             * @description Fixed when the endpoint was made; not read.
             * @enum {string|null}
             */
            payload_version?: "v1" | "v2" | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            omit_sensitive_identifiers?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
        };
        RecoverDeliveriesBody: {
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until?: string | null;
        };
        SendTestEventBody: {
            /**
             * @description Absent or null: the first that the endpoint listens for.
             * @enum {string|null}
             */
            event?: "transactions.created" | "transactions.updated" | "balance.updated" | "holdings.updated" | "account.created" | "account.updated" | "account.deleted" | "bank_account.created" | "bank_account.updated" | "bank_account.deleted" | "connection.created" | "connection.activated" | "connection.reauthorized" | "connection.expiring" | "connection.expired" | "connection.failing" | "connection.recovered" | "connection.disabled" | "connection.deleted" | "rule.disabled" | null;
        };
        DeadLettersBody: {
            ids?: (number | string)[];
            topic?: string;
            /** @enum {boolean} */
            all?: true;
        };
        WorkBody: {
            /** @enum {string} */
            kind: "re-encrypt" | "sync-accounts" | "reprocess" | "replay-webhooks" | "checksum-query-model";
            parameters: {
                [key: string]: unknown;
            };
        };
        ProviderKeysBody: {
            /** @description Each key by its name: `GET /admin/providers` lists the names. */
            keys: {
                [key: string]: string;
            };
        };
        ChangeUserBody: {
            name?: string;
            /** Format: email */
            email?: string;
            password?: string;
            /** @description Needed with `email` and with `password`. */
            current_password?: string;
            /** @description What ends with the old password: browsers that are signed in, personal access tokens (this one too), what apps may do. Absent: `sessions`. */
            end?: ("sessions" | "tokens" | "grants")[];
        };
        DeleteUserBody: {
            /** @description Needed: neither a token nor an open browser is enough. */
            current_password?: string;
        };
        CreateTokenBody: {
            name: string;
            /** @description Null: all scopes. */
            scopes: ("profile:read" | "accounts:read" | "accounts:write" | "transactions:read" | "transactions:write" | "sensitive:read" | "financial-connections:read" | "financial-connections:write" | "transfer-links:read" | "transfer-links:write" | "rules:read" | "rules:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write")[] | null;
            /** @description Null: all accounts. */
            financial_accounts: (number | string)[] | null;
            /** Format: date-time */
            expires_at?: string;
        };
        ChangeTokenBody: {
            name?: string;
            /** @description Null: all scopes. */
            scopes?: ("profile:read" | "accounts:read" | "accounts:write" | "transactions:read" | "transactions:write" | "sensitive:read" | "financial-connections:read" | "financial-connections:write" | "transfer-links:read" | "transfer-links:write" | "rules:read" | "rules:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write")[] | null;
            /** @description Null: all accounts. */
            financial_accounts?: (number | string)[] | null;
            /** Format: date-time */
            expires_at?: string;
        };
        RegisterAppBody: {
            name: string;
            /** Format: uri */
            homepage?: string | null;
            /** @description Each https, or http on 127.0.0.1, [::1] or localhost, or a scheme of the app’s own with a dot in it; without a fragment, in ASCII. */
            redirect_uris: string[];
            scopes: ("profile:read" | "accounts:read" | "accounts:write" | "transactions:read" | "transactions:write" | "sensitive:read" | "financial-connections:read" | "financial-connections:write" | "transfer-links:read" | "transfer-links:write" | "rules:read" | "rules:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write")[];
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            confidential?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            manages_users?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
        };
        ChangeAppBody: {
            name: string;
            /** Format: uri */
            homepage?: string | null;
            /** @description Each https, or http on 127.0.0.1, [::1] or localhost, or a scheme of the app’s own with a dot in it; without a fragment, in ASCII. */
            redirect_uris: string[];
            scopes: ("profile:read" | "accounts:read" | "accounts:write" | "transactions:read" | "transactions:write" | "sensitive:read" | "financial-connections:read" | "financial-connections:write" | "transfer-links:read" | "transfer-links:write" | "rules:read" | "rules:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write")[];
        };
        ChangeGrantBody: {
            name?: string | null;
            scopes?: ("profile:read" | "accounts:read" | "accounts:write" | "transactions:read" | "transactions:write" | "sensitive:read" | "financial-connections:read" | "financial-connections:write" | "transfer-links:read" | "transfer-links:write" | "rules:read" | "rules:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write")[];
            /** @description Null: all accounts. */
            financial_accounts?: (number | string)[] | null;
            /** Format: date-time */
            expires_at?: string;
        };
        CreateAdministeredUserBody: {
            name: string;
            /** Format: email */
            email: string;
            /** @enum {string} */
            plan: "FREE" | "PLUS" | "PRO";
        };
        ChangeAdministeredUserBody: {
            /** @enum {string} */
            role?: "USER" | "ADMIN";
            /** @enum {string} */
            plan?: "FREE" | "PLUS" | "PRO";
            disabled?: boolean;
        };
        CreateInvitationBody: {
            /**
             * Format: email
             * @description The only address that may use it; absent: any.
             */
            email?: string;
            days?: number;
        };
        NoticeSettingsBody: {
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            consent_ends?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            connection_fails?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            link_fails?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            endpoint_disabled?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            new_sign_in?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
        };
        AdministeredApp: {
            id: string;
            client_id: string;
            name: string;
            homepage: string | null;
            redirect_uris: string[];
            scopes: ("profile:read" | "accounts:read" | "accounts:write" | "transactions:read" | "transactions:write" | "sensitive:read" | "financial-connections:read" | "financial-connections:write" | "transfer-links:read" | "transfer-links:write" | "rules:read" | "rules:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write")[];
            /** @description Whether the app has a secret. */
            confidential: boolean;
            /** @description Whether the app creates users and their tokens. */
            manages_users: boolean;
            users_count: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            user_id: string;
        };
        AdministeredService: {
            /** @enum {string} */
            service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            /** @enum {string} */
            health: "HEALTHY" | "UNHEALTHY" | "UNREACHABLE";
            trouble: string | null;
            outbox: number | null;
            oldest_outbox_s: number | null;
            dead_letters: number | null;
            jobs_waiting: number | null;
            jobs_failed: number | null;
            consumer_groups: {
                group: string;
                lag: number;
                members: number;
            }[] | null;
        };
        AdministeredServiceSizes: {
            /** @enum {string} */
            service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            bytes: number | null;
            tables: {
                name: string;
                /** @description PostgreSQL’s estimate. */
                rows: number;
                /** @description With indexes. */
                bytes: number;
            }[] | null;
        };
        AdministeredUser: {
            id: string;
            name: string;
            email: string | null;
            /** @enum {string} */
            role: "USER" | "ADMIN";
            /** @enum {string} */
            plan: "FREE" | "PLUS" | "PRO";
            managed_by: string | null;
            disabled_at: string | null;
            last_signed_in_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        AdministrationEvent: {
            id: string;
            administrator_id: string;
            administrator_name: string;
            /** @enum {string} */
            act: "USER_CREATED" | "USER_CHANGED" | "USER_DELETED" | "PASSWORD_RESET" | "INVITATION_CREATED" | "INVITATION_WITHDRAWN" | "DEAD_LETTER_SHOWN" | "DEAD_LETTERS_REPLAYED" | "DEAD_LETTERS_DROPPED" | "QUERY_MODEL_REBUILD_STARTED" | "QUERY_MODEL_REBUILD_CANCELLED" | "PROVIDER_KEYS_SET" | "PROVIDER_KEYS_REMOVED" | "WORK_REQUESTED" | "TOKEN_REVOKED" | "GRANT_REVOKED" | "ACCESSES_REVOKED" | "APP_DELETED";
            /** @description What it was done to: `user 7`. */
            subject: string;
            result: string | null;
            address: string | null;
            /** Format: date-time */
            created_at: string;
        };
        AdministrationRequest: {
            id: string;
            /** @enum {string} */
            service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            progress: string | null;
            ended_at: string | null;
            outcome: string | null;
            error: string | null;
            work: {
                lines: string[];
                is_ended: boolean;
                is_failed: boolean;
            } | null;
        };
        App: {
            id: string;
            client_id: string;
            name: string;
            homepage: string | null;
            redirect_uris: string[];
            scopes: ("profile:read" | "accounts:read" | "accounts:write" | "transactions:read" | "transactions:write" | "sensitive:read" | "financial-connections:read" | "financial-connections:write" | "transfer-links:read" | "transfer-links:write" | "rules:read" | "rules:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write")[];
            /** @description Whether the app has a secret. */
            confidential: boolean;
            /** @description Whether the app creates users and their tokens. */
            manages_users: boolean;
            users_count: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The client secret. Only the responses to creating the app and to rotating the secret have it, because only a hash of the secret is stored. */
            secret?: string;
        };
        BalanceHistory: {
            financial_account_id: string;
            currency: string;
            points: {
                /** Format: date */
                date: string;
                amount: string;
            }[];
        };
        BudgetaAccount: {
            id: string;
            budget_id: string;
            budgeta_id: string;
            name: string;
            type: string;
            /** @enum {string} */
            on_budget: "true" | "false";
            /** @enum {string} */
            closed: "true" | "false";
            note: string | null;
            balance: string;
            cleared_balance: string;
            uncleared_balance: string;
            transfer_payee_id: string | null;
            /** @enum {string} */
            direct_import_linked: "true" | "false";
            last_reconciled_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            budget?: components["schemas"]["BudgetaBudget"];
            health: components["schemas"]["Health"];
            transfer_links?: components["schemas"]["TransferLink"][];
        };
        BudgetaBudget: {
            id: string;
            connection_id: string;
            budgeta_id: string;
            /** @enum {string} */
            enabled: "true" | "false";
            name: string;
            currency: string | null;
            first_month: string | null;
            last_month: string | null;
            last_synced_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            connection?: components["schemas"]["BudgetaConnection"];
            accounts?: components["schemas"]["BudgetaAccount"][];
        };
        BudgetaCategory: {
            id: string;
            connection_id: string;
            budget_id: string;
            budgeta_id: string;
            name: string;
            group: string | null;
            /** @enum {string} */
            hidden: "true" | "false";
            /** @description When a reading no longer found it there. Null while it is there. */
            gone_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        BudgetaConnection: {
            id: string;
            name: string;
            /** @enum {string} */
            enabled: "true" | "false";
            /** @enum {string} */
            sync_balances: "true" | "false";
            budgeta_user_id: string | null;
            budgets?: components["schemas"]["BudgetaBudget"][];
            last_synced_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            health: components["schemas"]["Health"];
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            /** @description Where the user grants access: shown once, in the answer to the caller. Null in every other answer. */
            auth_url: string | null;
        };
        BudgetbAccount: {
            id: string;
            budget_id: string;
            budgetb_id: string;
            name: string;
            /** @enum {string} */
            on_budget: "true" | "false";
            /** @enum {string} */
            closed: "true" | "false";
            balance: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            budget?: components["schemas"]["BudgetbBudget"];
            health: components["schemas"]["Health"];
            transfer_links?: components["schemas"]["TransferLink"][];
        };
        BudgetbBudget: {
            id: string;
            connection_id: string;
            budgetb_id: string;
            /** @enum {string} */
            enabled: "true" | "false";
            name: string;
            currency: string | null;
            /** @enum {string} */
            encrypted: "true" | "false";
            last_synced_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            connection?: components["schemas"]["BudgetbConnection"];
            accounts?: components["schemas"]["BudgetbAccount"][];
        };
        BudgetbCategory: {
            id: string;
            connection_id: string;
            budget_id: string;
            budgetb_id: string;
            name: string;
            group: string | null;
            /** @enum {string} */
            hidden: "true" | "false";
            /** @description When a reading no longer found it there. Null while it is there. */
            gone_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        BudgetbConnection: {
            id: string;
            name: string;
            /** @enum {string} */
            enabled: "true" | "false";
            /** @enum {string} */
            sync_balances: "true" | "false";
            server_url: string | null;
            budgets?: components["schemas"]["BudgetbBudget"][];
            last_synced_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            health: components["schemas"]["Health"];
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            /** @description Where the user grants access: shown once, in the answer to the caller. Null in every other answer. */
            auth_url: string | null;
        };
        CashFlow: {
            currency: string;
            months: {
                month: string;
                money_in: string;
                money_out: string;
                net: string;
            }[];
        };
        Category: {
            id: string;
            name: string;
            group: string | null;
            hidden: boolean;
            source: {
                destination_id: string;
                remote_id: string;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CategoryInUse: {
            message: string;
            /**
             * Format: uri-reference
             * @description The page on this kind of error: what happened, why, and what to do. Without `PUBLIC_URL` it is relative to the API.
             */
            docs_url: string;
            transactions_count?: string;
            rules_count?: string;
        };
        CategorySuggestion: {
            transaction_id: string;
            category_id: string;
            /** @description How often suggestions of this kind were right for choices that the user made since. */
            certainty: number;
            /** @enum {string} */
            evidence: "payee_amount" | "payee_size" | "payee" | "account_amount" | "account" | "words" | "word" | "merchant_code" | "amount" | "amount_day" | "size_day" | "size";
            agreeing: string;
            of: string;
            /** @description In a few words: `12 of the last 13 of this payee`. */
            reason: string;
            rule: {
                name: string;
                conditions: {
                    transaction_type: string;
                    field_name: string;
                    operator: string;
                    value: string | null;
                }[];
                actions: {
                    action_type: string;
                    field_name: string;
                    value: string;
                }[];
            } | null;
        };
        CategorySuggestions: {
            suggestions: components["schemas"]["CategorySuggestion"][];
            learned: string;
        };
        ConvertedBalances: {
            currency: string;
            rates: components["schemas"]["UsedExchangeRate"][];
            points: {
                /** Format: date */
                date: string;
                amount: string | null;
                missing_rates: {
                    currency: string;
                    amount: string;
                }[];
            }[];
        };
        ConvertedCashFlow: {
            currency: string;
            rates: components["schemas"]["UsedExchangeRate"][];
            months: {
                month: string;
                money_in: string | null;
                money_out: string | null;
                net: string | null;
                missing_rates: {
                    currency: string;
                    money_in: string;
                    money_out: string;
                    net: string;
                }[];
            }[];
        };
        ConvertedCounterparties: {
            currency: string;
            rates: components["schemas"]["UsedExchangeRate"][];
            counterparties: {
                name: string;
                money_in: string | null;
                money_out: string | null;
                net: string | null;
                transactions_count: string;
                missing_rates: {
                    currency: string;
                    money_in: string;
                    money_out: string;
                    net: string;
                }[];
            }[];
        };
        Counterparties: {
            currency: string;
            counterparties: {
                name: string;
                money_in: string;
                money_out: string;
                net: string;
                transactions_count: string;
            }[];
        };
        DataSource: {
            id: string;
            database_id: string;
            workspace_id: string;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            database?: components["schemas"]["WorkspaceDatabase"];
            health: components["schemas"]["Health"];
            transfer_links?: components["schemas"]["TransferLink"][];
        };
        DeadLetter: {
            id: string;
            /** @enum {string} */
            service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            topic: string;
            key: string;
            item: number | null;
            error: string;
            attempts: string;
            /** Format: date-time */
            created_at: string;
        };
        DeadLetterContent: {
            id: string;
            /** @enum {string} */
            service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            topic: string;
            key: string;
            item: number | null;
            error: string;
            attempts: string;
            /** Format: date-time */
            created_at: string;
            /** @description The message as JSON, its texts and amounts masked. */
            content: string;
        };
        DecidedReviews: {
            decided: string;
            refused: string;
            remaining: string;
        };
        DestinationKind: {
            /** @enum {string} */
            type: "BUDGETA" | "BUDGETB" | "SHEETS" | "WORKSPACE";
            /** @description The segment of its paths: `/destinations/{path}/connections`. */
            path: string;
            summary: string;
            description: string;
            /** @description Whether users can grant access by a link (`redirect_url`). */
            by_link: boolean;
            inputs: {
                /** @description The member of the body that connects. */
                name: string;
                /** @enum {string} */
                form: "secret" | "token" | "address" | "texts";
                required: boolean;
                /** @description Whether it is also sent with `redirect_url`. */
                beside_link: boolean;
                description: string | null;
                length_max: number;
                items_max: number | null;
            }[];
            unit: {
                name: string;
                plural: string;
                /** @description The segment of its paths. */
                path: string;
            };
            target: {
                name: string;
                plural: string;
                /** @description The segment of its paths. */
                path: string;
            };
            /** @description Whether its connections list categories, which links can map the user’s own to. */
            has_categories: boolean;
        };
        DriftCheck: {
            id: string;
            transfer_link_id: string;
            financial_account_id: string;
            /** @enum {string} */
            status: "PENDING" | "RUNNING" | "COMPLETED" | "FAILED";
            /** @description Rows that were held against the destination. */
            checked: number;
            differences: {
                missing: number;
                deleted: number;
                changed: number;
                moved: number;
                extra: number;
            };
            error: string | null;
            finished_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DriftDifference: {
            place: number;
            /**
             * @description `MISSING`: the destination does not know the row. `DELETED`: it was deleted there. `CHANGED`: it has other values. `MOVED`: it is in another account. `EXTRA`: it bears a key of Tributary, which did not send it there.
             * @enum {string}
             */
            kind: "MISSING" | "DELETED" | "CHANGED" | "MOVED" | "EXTRA";
            transaction_id: string | null;
            destination_transaction_id: string | null;
            /** @description Of `CHANGED`: `status`, `payee`, `description`, `amount`, `category`. */
            fields: string[];
            sent: {
                date: string | null;
                amount: string | null;
                cleared: boolean | null;
                payee: string | null;
                description: string | null;
                /** @description The destination’s id of its category; empty for none. */
                category?: string | null;
            } | null;
            held: {
                date: string | null;
                amount: string | null;
                cleared: boolean | null;
                payee: string | null;
                description: string | null;
                /** @description The destination’s id of its category; empty for none. */
                category?: string | null;
            } | null;
        };
        Enriched: {
            provider: string;
            counterparty: {
                name: string;
                logo_url: string;
                website: string;
                mccs: string;
            };
            intermediary: {
                name: string;
                logo_url: string;
                website: string;
                mccs: string;
            };
            category_general: string;
            location: {
                raw_address: string;
                google_maps_url: string;
                apple_maps_url: string;
            };
            certainty_score: string;
            is_subscription: string;
            is_personal: string;
        };
        ErrorMessage: {
            message: string;
            /**
             * Format: uri-reference
             * @description The page on this kind of error: what happened, why, and what to do. Without `PUBLIC_URL` it is relative to the API.
             */
            docs_url: string;
        };
        EventType: {
            /** @description Its name in payload version v2. */
            type: string;
            /** @description What a token needs to read all of it. */
            scopes: string[];
            /** @description What an endpoint receives, with invented values, in each payload version. */
            samples: {
                /** @enum {string} */
                payload_version: "v1" | "v2";
                body: components["schemas"]["WebhookEventBody"];
            }[];
        };
        Feed: {
            id: string;
            name: string;
            financial_accounts: string[] | null;
            /** @description What becomes of transactions in another currency than their account’s. Null: they are left out, and the app is told how many. */
            on_other_currency: ("CONVERT" | "AS_IS") | null;
            /** @enum {string} */
            claimed: "true" | "false";
            claimed_at: string | null;
            /** Format: date-time */
            claim_expires_at: string;
            last_used_at: string | null;
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The text that the user enters in an app; only in the answer to the creation. It can be claimed once. */
            setup_token?: string;
        };
        FieldChange: {
            transaction_id: string;
            financial_account_id: string;
            transfer_link_id: string | null;
            /** @description The rule that sets the new value; null where the value is that of no saved rule. */
            rule_id: string | null;
            field_name: string | null;
            previous_value: string | null;
            new_value: string | null;
        };
        FileImport: {
            id: string;
            /** @enum {string} */
            status: "UPLOADING" | "READING" | "READY" | "APPLYING" | "APPLIED" | "UNDOING" | "UNDONE" | "FAILED";
            file_name: string;
            file_bytes: string;
            format: ("OFX" | "CAMT053" | "MT940" | "QIF" | "CSV") | null;
            csv: {
                encoding: string;
                /** @enum {string} */
                delimiter: "," | ";" | "\t" | "|";
                /** @enum {string} */
                decimal_mark: "." | ",";
                /** @enum {string} */
                date_order: "YMD" | "DMY" | "MDY";
                skip_rows: number;
                columns: (("booking_date" | "value_date" | "amount" | "debit" | "credit" | "direction" | "currency" | "payee" | "payer" | "counterparty_account" | "description" | "payment_kind" | "reference" | "bank_id" | "balance" | "fee" | "fee_in_amount" | "signed_fee_in_amount" | "fee_included" | "status" | "account") | null)[];
                turn_signs?: boolean;
                no_movement_words?: string[];
            } | null;
            qif: {
                /** @enum {string} */
                date_order: "YMD" | "DMY" | "MDY";
            } | null;
            /** @description How sure the reading of a CSV file is, or the order of the dates in a QIF file; null: nothing is in doubt. A `GUESS` cannot be applied until `PATCH` has sent the reading, which confirms it. */
            certainty: ("PROVEN" | "BY_NAMES" | "GUESS" | "CONFIRMED") | null;
            questions: {
                /** @description The columns that it is about, from 0. */
                columns: number[];
                text: string;
            }[];
            /** @description The first rows of a CSV file; empty for tokens that see no account identifiers. */
            csv_sample: string[][];
            accounts: {
                /** @description Names the account within the import. */
                key: string;
                iban: string | null;
                number: string | null;
                bank: string | null;
                name: string | null;
                currency: string | null;
                entries: string;
                first_day: string | null;
                last_day: string | null;
                financial_account_id: string | null;
                matched_by: ("IBAN" | "NUMBER" | "ONLY" | "CHOSEN") | null;
                new_account: {
                    name: string;
                    currency: string;
                } | null;
                /** @description Where the last file of this layout went, if the file does not name its account. It is not chosen yet. */
                proposed_account_id: string | null;
                suggested_name: string | null;
                suggested_currency: string | null;
                /** @description What the file states of the account; null: nothing. */
                balances: {
                    currency: string | null;
                    opening: string | null;
                    opening_date: string | null;
                    closing: string | null;
                    closing_date: string | null;
                    entries: string;
                    entries_sum: string;
                    /** @description Statements with an opening and a closing balance. */
                    statements: string;
                    adds_up: boolean | null;
                    difference: string | null;
                    gaps: {
                        line: string;
                        opening: string;
                        closing: string;
                        entries_sum: string;
                        difference: string;
                    }[];
                } | null;
            }[];
            entries_new: string;
            entries_known: string;
            entries_doubtful: string;
            entries_left_out: string;
            entries_unreadable: string;
            /** @description Of `entries_total`: read, stored or removed by the present job. */
            entries_done: string;
            entries_total: string;
            transactions_added: string;
            transactions_removed: string;
            /** @description What an undo left: edited since, sent by the bank as well, or in another import. */
            transactions_kept: string;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            expires_at: string | null;
            applied_at: string | null;
        };
        FileImportEntry: {
            /** @enum {string} */
            kind: "new" | "known" | "doubtful" | "left_out" | "unreadable";
            line: string;
            account_key: string | null;
            date: string | null;
            amount: string | null;
            currency: string | null;
            counterparty: string | null;
            description: string | null;
            reason: string | null;
        };
        FinancialAccount: {
            id: string;
            balance: {
                available: string | 0;
                cleared: string | 0;
            };
            financial_connection_id: string | "";
            config: components["schemas"]["InstitutionConfig"];
            health: components["schemas"]["Health"];
            /** @enum {string} */
            enabled: "true" | "false";
            /** @enum {string} */
            integrator: "PROVIDER_A" | "PROVIDER_B" | "PROVIDER_C" | "SIMPLEFIN" | "MANUAL";
            account_category: ("BANK" | "INVESTMENT" | "DEPOSIT" | "LOC") | null;
            raw_type: string | null;
            cash_balance: {
                amount: string;
                currency: string;
            } | null;
            total_balance: {
                amount: string;
                currency: string;
            } | null;
            meta: string;
            account_number_masked?: string | null;
            name: string;
            custom_name: string;
            display_name: string;
            bban?: string;
            scan?: string;
            iban?: string;
            bic: string;
            owner_name?: string;
            owner_address?: string;
            currency: string;
            product_name: string;
            cash_account_type: string;
            account_usage: string;
            linked_accounts?: string;
            details: string;
            msisdn?: string;
            integrator_id?: string;
            institution_id?: string;
            details_last_synced_at: string | "";
            transactions_last_synced_at: string | "";
            balances_last_synced_at: string | "";
            transactions_backfill_cursor: string | null;
            unread_rows: string;
            time_zone: string | null;
            sync?: {
                next_sync_at?: string | null;
                next_allowed_at: string | null;
                backfill_completes_at: string | null;
            };
            reconciliation?: {
                currency: string;
                since: string;
                checked_at: string;
                balance_change: string;
                transactions_total: string;
                difference: string;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            financial_connection?: components["schemas"]["FinancialConnection"] | null;
            rules?: {
                order: number;
                rule: components["schemas"]["Rule"];
            }[];
            transfer_links?: components["schemas"]["TransferLink"][];
            transfer_links_count: string;
            /** @description Its reviews that wait for a decision, of every origin. */
            review_count: string;
        };
        FinancialAccountBalance: {
            id: string;
            financial_account_id: string;
            amount: string;
            currency: string;
            type: string;
            category: string;
            reference_date: string;
            credit_limit_included: string;
            last_committed_transaction_entry_ref: string;
            integrator_last_changed_at: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        FinancialConnection: {
            id: string;
            institution_id: string;
            region: string | null;
            /** @enum {string} */
            enabled: "true" | "false";
            /** @enum {string} */
            status: "PENDING" | "ACTIVE" | "EXPIRING" | "EXPIRED" | "FAILING" | "DISABLED";
            status_message: string | null;
            /** @enum {string} */
            sync_balances: "true" | "false";
            supports_reauthorization: boolean;
            supports_manage: boolean;
            max_historical_days: string;
            access_valid_for_days: string;
            consent_expires_at: string | null;
            name?: string | null;
            /** @description Correlation id that the caller gave. */
            reference: string | null;
            accounts_last_synced_at: string | null;
            setup_pending: boolean;
            /** @enum {string} */
            setup_renewal: "true" | "false";
            activated_at: string | null;
            health: components["schemas"]["Health"];
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            institution?: components["schemas"]["Institution"] | null;
            financial_accounts?: components["schemas"]["FinancialAccount"][];
            financial_accounts_count: string;
        };
        FinancialConnectionToAuthorize: {
            id: string;
            institution_id: string;
            region: string | null;
            /** @enum {string} */
            enabled: "true" | "false";
            /** @enum {string} */
            status: "PENDING" | "ACTIVE" | "EXPIRING" | "EXPIRED" | "FAILING" | "DISABLED";
            status_message: string | null;
            /** @enum {string} */
            sync_balances: "true" | "false";
            supports_reauthorization: boolean;
            supports_manage: boolean;
            max_historical_days: string;
            access_valid_for_days: string;
            consent_expires_at: string | null;
            name?: string | null;
            /** @description Correlation id that the caller gave. */
            reference: string | null;
            accounts_last_synced_at: string | null;
            setup_pending: boolean;
            /** @enum {string} */
            setup_renewal: "true" | "false";
            activated_at: string | null;
            health: components["schemas"]["Health"];
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            institution?: components["schemas"]["Institution"] | null;
            financial_accounts?: components["schemas"]["FinancialAccount"][];
            financial_accounts_count: string;
            /** @description Where the user gives the consent; null where a setup token stood for it. */
            auth_url: string | null;
        };
        Grant: {
            id: string;
            app_id: string;
            /** @description What the user calls it; the name of the app, where nothing else was set. */
            name: string;
            app_name: string;
            homepage: string | null;
            client_id: string;
            scopes: ("profile:read" | "accounts:read" | "accounts:write" | "transactions:read" | "transactions:write" | "sensitive:read" | "financial-connections:read" | "financial-connections:write" | "transfer-links:read" | "transfer-links:write" | "rules:read" | "rules:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write")[];
            financial_accounts: string[] | null;
            /** @description Null: when it is revoked. */
            expires_at: string | null;
            /** @description To the minute. */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        Health: {
            status: "HEALTHY" | "DEGRADED" | "FAILING" | "UNKNOWN";
            integrator_message: string | null;
            failure_count: number;
            transient_message: string | null;
            transient_failure_count: number;
            last_attempt_at: string | null;
        };
        Holding: {
            id: string;
            financial_account_id: string;
            instrument: {
                symbol: string;
                name: string;
                exchange: string;
                type: ("STOCK" | "ETF" | "OPTION" | "CRYPTOCURRENCY" | "FIXED_INCOME" | "MUTUAL_FUND" | "OTHER") | null;
                figi_code: string;
            };
            option: {
                ticker: string;
                /** @enum {string} */
                type: "CALL" | "PUT";
                strike_price: string;
                expiration_date: string | null;
                underlying_symbol: string;
            } | null;
            units: string;
            price: string | null;
            cost_basis: string | null;
            market_value: string | null;
            currency: string | null;
            /** @enum {string} */
            cash_equivalent: "true" | "false";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Institution: {
            id: string;
            /** @enum {string} */
            integrator: "PROVIDER_A" | "PROVIDER_B" | "PROVIDER_C" | "SIMPLEFIN";
            region: string | null;
            country: string | null;
            /** @description All that it serves; `country` is the first. */
            countries: string[];
            name: string;
            bic: string | null;
            external_id: string;
            logo: string | null;
            /** @enum {string} */
            supported: "true" | "false";
            /** @enum {string} */
            supports_pending_transactions: "true" | "false";
            /** @enum {string} */
            supports_card_accounts: "true" | "false";
            max_historical_days: string;
            max_access_valid_for_days: string;
            supported_products: string[];
            category: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        InstitutionConfig: {
            map_fields: {
                payee: string;
                description: string;
                date: string;
            };
            enrichment: {
                enabled: boolean;
                provider: string | null;
                country: string | null;
            };
            sync_start_date: string | null;
            sync_auto: boolean;
            sync_pending_transactions: boolean;
            pending_settlement_matching: boolean;
            pending_settlement_max_days: number;
            fuzzy_counterparty_matching: boolean;
            fuzzy_counterparty_min_chars: number;
            sync_balances: boolean;
            sync_frequency_in_minutes: number;
            fields_for_duplicate_filtering: string[];
        };
        InstitutionCountry: {
            /** @description ISO 3166 code of two letters. */
            country: string;
            institutions_count: string;
        };
        Invitation: {
            id: string;
            email: string | null;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
        };
        MadeByApp: {
            /** @enum {string} */
            kind: "bank-connection" | "rule" | "transfer-link" | "destination-connection" | "webhook" | "feed";
            id: string;
            name: string;
            grant_id: string | null;
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
        };
        ManagedUser: {
            id: string;
            /** @description The app’s own id of the user. */
            managed_user: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the user last got a token.
             */
            updated_at: string;
        };
        NetWorth: {
            currency: string;
            points: {
                /** Format: date */
                date: string;
                amount: string;
            }[];
        };
        NewInvitation: {
            id: string;
            email: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Opens the sign-up page, once. It is shown only here. */
            url: string;
        };
        NewPassword: {
            user_id: string;
            password: string;
        };
        NoticeSettings: {
            /** @description Whether this installation sends mail. If not, there are no notices. */
            sends_mail: boolean;
            email: string | null;
            /** @description Notices go to a confirmed address only. */
            email_confirmed: boolean;
            /** @description The address that replaces the present one once it is confirmed. */
            new_email: string | null;
            notices: {
                /** @description A consent ends in seven days, and in one. */
                consent_ends: boolean;
                /** @description A connection has failed for a day. */
                connection_fails: boolean;
                /** @description A transfer link has failed for a day. */
                link_fails: boolean;
                /** @description A webhook endpoint was switched off. */
                endpoint_disabled: boolean;
                /** @description A sign-in from a network that is new. */
                new_sign_in: boolean;
            };
        };
        Pause: {
            /** @enum {string} */
            reason: "GRANT_ENDED" | "GRANT_NARROWED";
            /** Format: date-time */
            since: string;
            by: string | null;
        };
        PersonalAccessToken: {
            id: string;
            name: string;
            /** @enum {string} */
            type: "PERSONAL" | "LEGACY";
            /** @description Null: all. */
            scopes: ("profile:read" | "accounts:read" | "accounts:write" | "transactions:read" | "transactions:write" | "sensitive:read" | "financial-connections:read" | "financial-connections:write" | "transfer-links:read" | "transfer-links:write" | "rules:read" | "rules:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write")[] | null;
            financial_accounts: string[] | null;
            /** @description To the minute. */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string;
            revoked_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The token itself, in the answer to its creation only: it is not kept. */
            token?: string;
        };
        PlanLimitError: {
            message: string;
            /**
             * Format: uri-reference
             * @description The page on this kind of error: what happened, why, and what to do. Without `PUBLIC_URL` it is relative to the API.
             */
            docs_url: string;
            feature: string;
            current: number;
            limit: number;
            formatted_limit: string;
        };
        ProviderKeys: {
            /** @enum {string} */
            provider: "PROVIDER_A" | "PROVIDER_B" | "PROVIDER_C";
            source: ("ENTERED" | "SETTINGS") | null;
            set_at: string | null;
            keys: {
                name: string;
                label: string;
                is_secret: boolean;
                /** @description A text of several lines. */
                is_long: boolean;
                is_required: boolean;
                is_set: boolean;
                last_four: string | null;
            }[];
        };
        QueryModelRebuild: {
            id: string;
            /** @enum {string} */
            state: "FILLING" | "DONE" | "CANCELLED" | "FAILED";
            outcome: string | null;
            /** @description Its messages that could not be stored: it ends when they are replayed. */
            dead_letters: number;
            owners: {
                service: string;
                rows_replayed: number;
                rows_total: number | null;
                messages_applied: number;
                messages: number | null;
            }[];
            /** Format: date-time */
            requested_at: string;
            ended_at: string | null;
        };
        RecordedRequest: {
            id: string;
            /** @enum {string} */
            service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            /** Format: date-time */
            requested_at: string;
            requested_by: string | null;
            /** @description `re-encrypt` */
            kind: string;
            parameters: {
                [key: string]: unknown;
            };
            ended_at: string | null;
            outcome: string | null;
            error: string | null;
        };
        RemovedTransaction: {
            id: string;
            financial_account_id: string;
            changed_at: string;
        };
        Reprocessing: {
            id: string;
            /** @enum {string} */
            status: "PENDING" | "RUNNING" | "DONE" | "FAILED";
            financial_account_ids: string[];
            transactions_total: string;
            transactions_done: string;
            transactions_changed: string;
            /** @description Rows that the mapping of now cannot read; they stay as they are. */
            transactions_unreadable: string;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            finished_at: string | null;
        };
        RevokedAccesses: {
            tokens: string;
            grants: string;
        };
        Rule: {
            id: string;
            name: string;
            description: string | null;
            /** @enum {string} */
            scope: "FINANCIAL_ACCOUNT" | "TRANSFER_LINK" | "ANY";
            /** @enum {string} */
            enabled: "true" | "false";
            /** @enum {string} */
            trigger_on_any_condition: "true" | "false";
            /** @enum {string} */
            skip_other_rules_when_triggered: "true" | "false";
            /** @enum {string} */
            type: "CUSTOM" | "PRESET";
            /** @description Why the rule was switched off by itself: it took too much time or memory. Enabling it clears this. */
            disabled_reason: string | null;
            disabled_at: string | null;
            /** @enum {string} */
            migrated: "true" | "false";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            compatible_destinations: string[];
            /** @enum {string} */
            output_compatible: "true" | "false";
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            conditions: components["schemas"]["RuleCondition"][];
            conditions_count: string;
            actions: components["schemas"]["RuleAction"][];
            actions_count: string;
            transfer_links?: {
                rule_position: number;
                transfer_link: components["schemas"]["TransferLink"];
            }[];
            financial_accounts?: {
                rule_position: number;
                financial_account: components["schemas"]["FinancialAccount"];
            }[];
            financial_accounts_count: string;
            transfer_links_count: string;
        };
        RuleAction: {
            id: string;
            order: string;
            /** @enum {string} */
            action_type: "SET_FIELD" | "SET_BUDGETA_FIELD" | "SET_BUDGETB_FIELD" | "SET_SHEETS_FIELD" | "SET_WORKSPACE_FIELD" | "SKIP_TRANSFER";
            field_name: string | null;
            /** @description A literal, or a Liquid template; null without `sensitive:read` where it may identify an account. */
            value: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            rules?: components["schemas"]["Rule"][];
            rules_count: string;
        };
        RuleApplication: {
            id: string;
            rule_id: string;
            /** @enum {string} */
            dry_run: "true" | "false";
            /** @enum {string} */
            status: "PENDING" | "RUNNING" | "DONE" | "FAILED";
            financial_account_ids: string[];
            transactions_total: string;
            transactions_done: string;
            transactions_matched: string;
            transactions_changed: string;
            transactions_locked: string;
            /** @description The first changes, at most 100. */
            changes: components["schemas"]["FieldChange"][];
            error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            finished_at: string | null;
        };
        RuleCondition: {
            id: string;
            /** @enum {string} */
            transaction_type: "ANY" | "CREDIT" | "DEBIT";
            field_name: string;
            /** @enum {string} */
            operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "not_matches" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "between" | "is_empty" | "is_not_empty";
            /** @description Null without `sensitive:read` where it may identify an account; it stays when it is sent back. */
            value: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            rules?: components["schemas"]["Rule"][];
            rules_count: string;
        };
        RuleLanguage: {
            fields: {
                name: string;
                /** @enum {string} */
                type: "text" | "amount" | "date" | "boolean" | "category" | "tags";
                operators: ("equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "not_matches" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "between" | "is_empty" | "is_not_empty")[];
                /** @enum {string} */
                settable: "true" | "false";
            }[];
            field_types: {
                /** @enum {string} */
                type: "text" | "amount" | "date" | "boolean" | "category" | "tags";
                values: string;
                operators: ("equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "not_matches" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "between" | "is_empty" | "is_not_empty")[];
            }[];
            operators: {
                /** @enum {string} */
                operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "not_matches" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "between" | "is_empty" | "is_not_empty";
                /** @enum {string} */
                operand: "none" | "one" | "list" | "range" | "pattern";
                description: string;
            }[];
            actions: {
                /** @enum {string} */
                action_type: "SET_FIELD" | "SET_BUDGETA_FIELD" | "SET_BUDGETB_FIELD" | "SET_SHEETS_FIELD" | "SET_WORKSPACE_FIELD" | "SKIP_TRANSFER";
                destination: ("BUDGETA" | "BUDGETB" | "SHEETS" | "WORKSPACE") | null;
                /** @enum {string} */
                undoable: "true" | "false";
                /** @description Null if any name is allowed, or the action has no field. */
                fields: {
                    name: string;
                    values: string[] | null;
                }[] | null;
                description: string;
            }[];
        };
        RuleLog: {
            id: string;
            rule_id: string;
            action_id: string | null;
            action_type: ("SET_FIELD" | "SET_BUDGETA_FIELD" | "SET_BUDGETB_FIELD" | "SET_SHEETS_FIELD" | "SET_WORKSPACE_FIELD" | "SKIP_TRANSFER") | null;
            financial_account_id: string;
            transaction_id: string;
            transfer_link_id: string | null;
            /** @enum {string} */
            kind: "APPLIED" | "UNDONE" | "FAILED";
            field_name: string | null;
            previous_value: string | null;
            new_value: string | null;
            error: string | null;
            undoes: string | null;
            undone_by: string | null;
            /** Format: date-time */
            created_at: string;
            rule?: components["schemas"]["Rule"] | null;
        };
        RulePreview: {
            scanned: string;
            matched: string;
            changed: string;
            failed: string;
            /**
             * @description History goes further back than was looked at.
             * @enum {string}
             */
            more: "true" | "false";
            matches: {
                transaction_id: string;
                financial_account_id: string;
                transfer_link_id: string | null;
                before: {
                    transaction: components["schemas"]["Transaction"];
                    destination_fields: {
                        [key: string]: string;
                    };
                };
                after: {
                    transaction: components["schemas"]["Transaction"];
                    destination_fields: {
                        [key: string]: string;
                    };
                };
                /** @enum {string} */
                skip: "true" | "false";
                changes: components["schemas"]["FieldChange"][];
                error: string | null;
            }[];
        };
        SecurityEvent: {
            id: string;
            /** @enum {string} */
            type: "SIGNED_UP" | "SIGN_UP_REPEATED" | "SIGNED_IN" | "SIGNED_IN_FROM_NEW_ADDRESS" | "SIGN_IN_FAILED" | "EMAIL_CHANGED" | "EMAIL_RESTORED" | "PASSWORD_CHANGED" | "PASSWORD_RESET" | "PLAN_CHANGED" | "ROLE_CHANGED" | "USER_DISABLED" | "USER_ENABLED" | "TOKEN_CREATED" | "TOKEN_USED_FROM_NEW_ADDRESS" | "TOKEN_CHANGED" | "TOKEN_REVOKED" | "APP_CREATED" | "APP_CHANGED" | "APP_SECRET_ROTATED" | "APP_DELETED" | "CONSENT_GIVEN" | "CONSENT_CHANGED" | "CONSENT_ENDED" | "CONSENT_REVOKED" | "REFRESH_TOKEN_REUSED" | "ADMINISTERED";
            address: string | null;
            token_id: string | null;
            app_id: string | null;
            name: string | null;
            /** Format: date-time */
            created_at: string;
        };
        Series: {
            financial_account_id: string;
            /** @description Payee of the latest payment; empty if the bank gives none. */
            name: string;
            /** @enum {string} */
            rhythm: "WEEKLY" | "TWO_WEEKLY" | "FOUR_WEEKLY" | "MONTHLY" | "TWO_MONTHLY" | "QUARTERLY" | "HALF_YEARLY" | "YEARLY";
            /**
             * @description `PRICE_CHANGED`: the latest payment has another price. `MISSED`: the expected payment did not come yet. `ENDED`: nothing is expected any more.
             * @enum {string}
             */
            status: "ACTIVE" | "PRICE_CHANGED" | "MISSED" | "ENDED";
            currency: string;
            last_amount: string;
            previous_amount: string | null;
            /** Format: date */
            first_date: string;
            /** Format: date */
            last_date: string;
            expected_date: string | null;
            expected_amount: string | null;
            count: string;
            /** @description The latest payments, newest first: at most 24. */
            transaction_ids: string[];
        };
        SeriesOfAccount: {
            series: components["schemas"]["Series"][];
            scanned: string;
            /** @description Whether there are further transactions, which were stored earlier. */
            more: boolean;
        };
        Session: {
            id: string;
            network: string | null;
            browser: string | null;
            /** @description Whether the request came in this session. */
            current: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        SettlementReview: {
            id: string;
            financial_account_id: string;
            /** @enum {string} */
            status: "OPEN" | "MERGED" | "ACCEPTED" | "DISMISSED" | "UNDONE" | "SUPERSEDED";
            transaction_id: string | null;
            currency: string;
            pending: components["schemas"]["SettlementSide"];
            booked: components["schemas"]["SettlementSide"];
            evidence: {
                amount: "exact" | "within_tolerance" | "different";
                amount_difference: string;
                name: "same" | "similar" | "unknown" | "different";
                days: number;
                same_day: boolean;
                same_institution_id: boolean;
                linked_by_provider: boolean;
                pending_listed: boolean;
            };
            /** @enum {string} */
            origin: "MATCHED" | "USER_SETTLEMENT" | "USER_DUPLICATE" | "MATCHED_DUPLICATE";
            /** @description The import whose row may be another one. */
            file_import_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description One entry as the provider had it; its transaction, where it has or had one of its own. */
        SettlementSide: {
            transaction_id: string | null;
            provider_key: string | null;
            amount: string;
            date: string | null;
            name: string | null;
        };
        Sheet: {
            id: string;
            spreadsheet_id: string;
            sheets_id: string;
            name: string;
            position: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            spreadsheet?: components["schemas"]["Spreadsheet"];
            health: components["schemas"]["Health"];
            transfer_links?: components["schemas"]["TransferLink"][];
        };
        SheetsConnection: {
            id: string;
            name: string;
            /** @enum {string} */
            enabled: "true" | "false";
            /** @enum {string} */
            sync_balances: "true" | "false";
            service_account_email: string | null;
            account_email: string | null;
            spreadsheets?: components["schemas"]["Spreadsheet"][];
            last_synced_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            health: components["schemas"]["Health"];
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            /** @description Where the user grants access: shown once, in the answer to the caller. Null in every other answer. */
            auth_url: string | null;
        };
        Spreadsheet: {
            id: string;
            connection_id: string;
            sheets_id: string;
            /** @enum {string} */
            enabled: "true" | "false";
            name: string;
            url: string | null;
            locale: string | null;
            time_zone: string | null;
            last_synced_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            connection?: components["schemas"]["SheetsConnection"];
            sheets?: components["schemas"]["Sheet"][];
        };
        SyncedFinancialConnection: {
            id: string;
            institution_id: string;
            region: string | null;
            /** @enum {string} */
            enabled: "true" | "false";
            /** @enum {string} */
            status: "PENDING" | "ACTIVE" | "EXPIRING" | "EXPIRED" | "FAILING" | "DISABLED";
            status_message: string | null;
            /** @enum {string} */
            sync_balances: "true" | "false";
            supports_reauthorization: boolean;
            supports_manage: boolean;
            max_historical_days: string;
            access_valid_for_days: string;
            consent_expires_at: string | null;
            name?: string | null;
            /** @description Correlation id that the caller gave. */
            reference: string | null;
            accounts_last_synced_at: string | null;
            setup_pending: boolean;
            /** @enum {string} */
            setup_renewal: "true" | "false";
            activated_at: string | null;
            health: components["schemas"]["Health"];
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            institution?: components["schemas"]["Institution"] | null;
            financial_accounts?: components["schemas"]["FinancialAccount"][];
            financial_accounts_count: string;
            sync: {
                /** @description Accounts that are synced at once. */
                scheduled: string;
                next_allowed_at: string | null;
            };
        };
        Trade: {
            activity_type: ("BUY" | "SELL" | "DIVIDEND" | "INTEREST" | "CONTRIBUTION" | "WITHDRAWAL" | "TRANSFER" | "FEE" | "TAX" | "STOCK_DIVIDEND" | "STOCK_SPLIT" | "OTHER") | null;
            units: string;
            price_per_unit: number | null;
            fees: string;
            fx_rate: string | null;
            external_reference_id: string;
            instrument: {
                symbol: string;
                name: string;
                exchange: string;
                type: ("STOCK" | "ETF" | "OPTION" | "CRYPTOCURRENCY" | "FIXED_INCOME" | "MUTUAL_FUND" | "OTHER") | null;
                figi_code: string;
            };
            option: {
                ticker: string;
                /** @enum {string} */
                type: "CALL" | "PUT";
                strike_price: string;
                expiration_date: string | null;
                underlying_symbol: string;
            } | null;
        };
        Transaction: {
            id: string;
            financial_account_id: string;
            amount: string;
            currency: string;
            /** @enum {string} */
            holder?: "debtor" | "creditor";
            /** @enum {string} */
            booked: "true" | "false";
            edited_fields?: string[];
            is_own_transfer?: boolean;
            mapped_fields: {
                date: string | null;
                payee?: string;
                description?: string;
            };
            booking_date: string | null;
            booking_datetime: string;
            value_date: string | null;
            value_datetime: string;
            debtor?: {
                name?: string;
                bban?: string;
                iban?: string;
                pan?: string;
                masked_pan?: string;
                msisdn?: string;
                currency?: string;
                agent?: string;
            };
            creditor?: {
                name?: string;
                bban?: string;
                iban?: string;
                pan?: string;
                masked_pan?: string;
                msisdn?: string;
                currency?: string;
                agent?: string;
                id?: string;
            };
            ultimate_debtor?: string;
            ultimate_creditor?: string;
            remittance_information?: {
                structured?: string;
                structured_array?: string;
                unstructured?: string;
                unstructured_array?: string;
            };
            additional_data_structured?: string;
            additional_information?: string;
            additional_information_structured?: string;
            balance_after_transaction?: string;
            codes?: {
                bank_transaction_code?: string;
                merchant_category_code?: string;
                proprietary_bank_transaction_code?: string;
                purpose_code?: string;
            };
            currency_exchange?: {
                source_currency?: string;
                exchange_rate?: string;
                unit_currency?: string;
                target_currency?: string;
                quotation_date?: string;
                contract_identification?: string;
            };
            external_identifiers?: {
                institution_transaction_id?: string;
                integrator_transaction_id?: string;
                end_to_end_id?: string;
                entry_reference?: string;
                check_id?: string;
                mandate_id?: string;
            };
            trade?: components["schemas"]["Trade"];
            enriched?: components["schemas"]["Enriched"] | null;
            category_id?: string;
            note?: string;
            tags?: string[];
            /** @constant */
            under_review?: true;
            split?: {
                /** @enum {string} */
                status: "CONFIRMED" | "NEEDS_REVIEW";
                amount: string;
                currency: string;
                parts: string[];
            };
            split_of?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            financial_account?: components["schemas"]["FinancialAccount"] | null;
            changed_at?: string;
            failed_transfers?: string;
            attempted_transfers?: string;
            transfer_logs?: components["schemas"]["TransferLog"][];
        };
        TransferFailure: {
            /** @description As the logs have it, at most 500 characters. */
            reason: string | null;
            destination_type: ("BUDGETA" | "BUDGETB" | "SHEETS" | "WORKSPACE") | null;
            transfers: number;
            /** @description At most 20 of the links that it concerns. */
            transfer_links: string[];
            last_transfer_log_id: string;
            /** Format: date-time */
            last_failed_at: string;
        };
        TransferFailures: {
            failures: components["schemas"]["TransferFailure"][];
            /** @description False: there are more than 10,000 failed transfers, and the newest of them are counted. */
            complete: boolean;
        };
        TransferLink: {
            id: string;
            financial_account_id: string;
            /** @enum {string} */
            destination_type: "BUDGETA" | "BUDGETB" | "SHEETS" | "WORKSPACE";
            destination_id: string;
            /** @description Null: the whole history. */
            transfer_start_date: string | null;
            /** @enum {string} */
            active: "true" | "false";
            /** @enum {string} */
            sync_mode: "TRANSACTIONS" | "BALANCE" | "TRANSACTIONS_AND_BALANCE";
            on_booked_change: {
                update_status: boolean;
                update_payee: boolean;
                update_description: boolean;
                update_amount: boolean;
            };
            /** @description What becomes of amounts in another currency than the destination’s. Null: nobody was asked. Then transactions in another currency than the account’s wait. */
            on_other_currency: ("CONVERT" | "AS_IS") | null;
            /** @description What the destination counts in: as it says itself, or as it was named. */
            destination_currency: string | null;
            /** @description Which category of the destination stands for which of the user’s own. Null: none was ever mapped. */
            category_map: {
                category_id: string;
                destination_category_id: string;
            }[] | null;
            /** @description Categories of the user’s own that the link’s transactions have and `category_map` does not name, or names with one that is gone there: how many of its transactions were sent without a category for that. */
            unmapped_categories: {
                category_id: string;
                transactions: string;
            }[];
            financial_account?: components["schemas"]["FinancialAccount"] | null;
            destination?: components["schemas"]["BudgetaAccount"] | components["schemas"]["BudgetbAccount"] | components["schemas"]["Sheet"] | components["schemas"]["DataSource"] | null;
            health: components["schemas"]["Health"];
            history: {
                /** @enum {string} */
                state: "WAITING" | "SHAPING" | "CARRYING" | "COMPLETED" | "STOPPED";
                total: number;
                carried: number;
                failed: number;
                /** Format: date-time */
                started_at: string;
                finished_at: string | null;
            } | null;
            balance: {
                /** @enum {string} */
                state: "PENDING" | "WRITTEN" | "FAILED";
                cleared: string;
                currency: string;
                /** Format: date-time */
                snapshot_at: string;
                written_at: string | null;
                error: string | null;
            } | null;
            /** @description Transactions of its account that wait for a decision whether they are another one: it does not carry them until then. */
            transactions_under_review: string;
            /** @description Transactions in another currency than the destination’s that wait: for a rate, or, where `on_other_currency` is null, for a choice. */
            transactions_waiting_for_currency: string;
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            rules?: {
                order: number;
                rule: components["schemas"]["Rule"];
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TransferLog: {
            id: string;
            transfer_link_id: string;
            financial_account_id: string;
            transaction_id: string;
            destination_type: ("BUDGETA" | "BUDGETB" | "SHEETS" | "WORKSPACE") | null;
            destination_id: string | null;
            /** @enum {string} */
            operation: "CREATE" | "UPDATE" | "DELETE";
            /** @enum {string} */
            status: "TRANSFERRED" | "FAILED";
            destination_transaction_id: string | null;
            /** @description Why it failed, or what of it was left alone. */
            error: string | null;
            /**
             * @description The current status of the transaction on the link.
             * @enum {string|null}
             */
            transfer_status?: "PENDING" | "TRANSFERRED" | "FAILED" | "SKIPPED" | null;
            /**
             * @description How the row is at the destination now, as far as is known: `PRESENT` as it was sent; `CHANGED`, `RECONCILED` or `DELETED` by the user, and then left alone; `REMOVED` by Tributary; `ABSENT`, never there; `UNKNOWN` while the end of a request is not known.
             * @enum {string|null}
             */
            destination_state?: "PRESENT" | "CHANGED" | "RECONCILED" | "DELETED" | "REMOVED" | "ABSENT" | "UNKNOWN" | null;
            /** Format: date-time */
            created_at: string;
            transfer_link?: components["schemas"]["TransferLink"] | null;
        };
        TransferPair: {
            id: string;
            /** @enum {string} */
            status: "PROPOSED" | "CONFIRMED" | "REJECTED" | "ENDED";
            /** @enum {string} */
            origin: "MATCHED" | "USER";
            amount: string;
            currency: string;
            days: string;
            exchange?: {
                outgoing_amount: string;
                outgoing_currency: string;
                /** @enum {string} */
                basis: "STATED" | "DAY_RATE" | "USER";
                difference_percent: string | null;
                /** @enum {string} */
                doubtful: "true" | "false";
            };
            outgoing: {
                transaction_id: string;
                financial_account_id: string;
                /** Format: date */
                date: string;
            };
            incoming: {
                transaction_id: string;
                financial_account_id: string;
                /** Format: date */
                date: string;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        UndoConflict: {
            message: string;
            /**
             * Format: uri-reference
             * @description The page on this kind of error: what happened, why, and what to do. Without `PUBLIC_URL` it is relative to the API.
             */
            docs_url: string;
            /** @description The log that changed the same field later, and must be undone first. */
            later_rule_log_id?: string | null;
        };
        UnreadRow: {
            id: string;
            /** @description Its day, as far as that can be read. */
            date: string | null;
            /** @description Why it could not be read. */
            reason: string;
            /** @description As the bank sent it, its first 2,048 characters; null for tokens that see no account identifiers. */
            row: string | null;
            /** @description How often the bank has listed it. */
            count: string;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
        };
        UsedExchangeRate: {
            currency: string;
            rate: string;
            /** Format: date */
            date: string;
            source: string;
        };
        UsedInvitation: {
            id: string;
            invitation_id: string;
            user_id: string;
            /** Format: date-time */
            used_at: string;
        };
        User: {
            id: string;
            email: string | null;
            name: string;
            /** @enum {string} */
            plan: "FREE" | "PLUS" | "PRO";
            /** @description What the plan limits. `used` is null for a token that may not list all webhook endpoints of the user. */
            limits: {
                webhook_endpoints: {
                    limit: string;
                    used: string | null;
                };
                automation_endpoints: {
                    limit: string;
                    used: string | null;
                };
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        UserErasure: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "ERASING" | "ERASED";
            services_total: string;
            services_erased: string;
            rows_erased: string;
            /** Format: date-time */
            requested_at: string;
            erased_at: string | null;
        };
        UserExport: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "PREPARING" | "READY";
            services_total: string;
            services_done: string;
            lines: string;
            bytes: string;
            /** Format: date-time */
            requested_at: string;
            finished_at: string | null;
            expires_at: string | null;
        };
        ValidationError: {
            /** @description The first error, and how many more there are. */
            message: string;
            /** @description By parameter, or by path in the body. */
            errors: {
                [key: string]: string[];
            };
        };
        WebhookAccount: {
            id: string;
            balance?: {
                available: string | 0;
                cleared: string | 0;
            };
            financial_connection_id?: string | "";
            config?: {
                map_fields: {
                    payee: string;
                    description: string;
                    date: string;
                };
                enrichment: {
                    enabled: boolean;
                    provider: string | null;
                    country: string | null;
                };
                sync_start_date: string | null;
                sync_auto: boolean;
                sync_pending_transactions: boolean;
                pending_settlement_matching: boolean;
                pending_settlement_max_days: number;
                fuzzy_counterparty_matching: boolean;
                fuzzy_counterparty_min_chars: number;
                sync_balances: boolean;
                sync_frequency_in_minutes: number;
                fields_for_duplicate_filtering: string[];
            };
            health?: {
                status: "HEALTHY" | "DEGRADED" | "FAILING" | "UNKNOWN";
                integrator_message: string | null;
                failure_count: number;
                transient_message: string | null;
                transient_failure_count: number;
                last_attempt_at: string | null;
            };
            /** @enum {string} */
            enabled?: "true" | "false";
            /** @enum {string} */
            integrator?: "PROVIDER_A" | "PROVIDER_B" | "PROVIDER_C" | "SIMPLEFIN" | "MANUAL";
            account_category?: ("BANK" | "INVESTMENT" | "DEPOSIT" | "LOC") | null;
            raw_type?: string | null;
            cash_balance?: {
                amount: string;
                currency: string;
            } | null;
            total_balance?: {
                amount: string;
                currency: string;
            } | null;
            meta?: string;
            account_number_masked?: string | null;
            name?: string;
            custom_name?: string;
            display_name?: string;
            bban?: string;
            scan?: string;
            iban?: string;
            bic?: string;
            owner_name?: string;
            owner_address?: string;
            currency?: string;
            product_name?: string;
            cash_account_type?: string;
            account_usage?: string;
            linked_accounts?: string;
            details?: string;
            msisdn?: string;
            integrator_id?: string;
            institution_id?: string;
            details_last_synced_at?: string | "";
            transactions_last_synced_at?: string | "";
            balances_last_synced_at?: string | "";
            transactions_backfill_cursor?: string | null;
            unread_rows?: string;
            time_zone?: string | null;
            sync?: {
                next_sync_at?: string | null;
                next_allowed_at: string | null;
                backfill_completes_at: string | null;
            };
            reconciliation?: {
                currency: string;
                since: string;
                checked_at: string;
                balance_change: string;
                transactions_total: string;
                difference: string;
            } | null;
            created_at?: string | null;
            updated_at?: string | null;
        };
        WebhookAccountCreatedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "account.created";
            data: {
                financial_account: components["schemas"]["WebhookAccount"];
            };
        };
        WebhookAccountDeletedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "account.deleted";
            data: {
                financial_account: components["schemas"]["WebhookAccount"];
            };
        };
        WebhookAccountUpdatedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "account.updated";
            data: {
                financial_account: components["schemas"]["WebhookAccount"];
            };
        };
        WebhookAttempt: {
            number: number;
            /** Format: date-time */
            attempted_at: string;
            duration_ms: number;
            status_code: number | null;
            /** @description Null for a success; else its kind: `HTTP_503`, `TIMEOUT`, `DNS`, `TLS`, `CONNECTION`, `ADDRESS_REFUSED` (the host is unknown, or its address is not allowed). */
            error: string | null;
        };
        WebhookBalance: {
            id: string;
            financial_account_id?: string;
            amount?: string;
            currency?: string;
            type?: string;
            category?: string;
            reference_date?: string;
            credit_limit_included?: string;
            last_committed_transaction_entry_ref?: string;
            integrator_last_changed_at?: string;
            created_at?: string | null;
            updated_at?: string | null;
        };
        WebhookBalanceUpdatedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "balance.updated";
            data: {
                bank_account: components["schemas"]["WebhookAccount"];
                balances: components["schemas"]["WebhookBalance"][];
            };
        };
        WebhookBalanceUpdatedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "balance.updated";
            data: {
                financial_account: components["schemas"]["WebhookAccount"];
                balances: components["schemas"]["WebhookBalance"][];
            };
        };
        WebhookBankAccountCreatedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "bank_account.created";
            data: {
                bank_account: components["schemas"]["WebhookAccount"];
            };
        };
        WebhookBankAccountDeletedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "bank_account.deleted";
            data: {
                bank_account: components["schemas"]["WebhookAccount"];
            };
        };
        WebhookBankAccountUpdatedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "bank_account.updated";
            data: {
                bank_account: components["schemas"]["WebhookAccount"];
            };
        };
        WebhookConnection: {
            id: string;
            institution_id?: string;
            region?: string | null;
            /** @enum {string} */
            enabled?: "true" | "false";
            /** @enum {string} */
            status?: "PENDING" | "ACTIVE" | "EXPIRING" | "EXPIRED" | "FAILING" | "DISABLED";
            status_message?: string | null;
            /** @enum {string} */
            sync_balances?: "true" | "false";
            supports_reauthorization?: boolean;
            supports_manage?: boolean;
            max_historical_days?: string;
            access_valid_for_days?: string;
            consent_expires_at?: string | null;
            name?: string | null;
            reference?: string | null;
            accounts_last_synced_at?: string | null;
            setup_pending?: boolean;
            /** @enum {string} */
            setup_renewal?: "true" | "false";
            activated_at?: string | null;
            health?: {
                status: "HEALTHY" | "DEGRADED" | "FAILING" | "UNKNOWN";
                integrator_message: string | null;
                failure_count: number;
                transient_message: string | null;
                transient_failure_count: number;
                last_attempt_at: string | null;
            };
            grant_id?: string | null;
            paused?: {
                reason: "GRANT_ENDED" | "GRANT_NARROWED";
                since: string;
                by: string | null;
            } | null;
            created_at?: string | null;
            updated_at?: string | null;
        };
        WebhookConnectionActivatedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.activated";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionActivatedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.activated";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionCreatedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.created";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionCreatedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.created";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionDeletedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.deleted";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionDeletedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.deleted";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionDisabledV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.disabled";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionDisabledV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.disabled";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionExpiredV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.expired";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionExpiredV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.expired";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionExpiringV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.expiring";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionExpiringV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.expiring";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionFailingV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.failing";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionFailingV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.failing";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionReauthorizedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.reauthorized";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionReauthorizedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.reauthorized";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionRecoveredV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.recovered";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookConnectionRecoveredV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "connection.recovered";
            data: {
                financial_connection: components["schemas"]["WebhookConnection"];
            };
        };
        WebhookDelivery: {
            id: string;
            webhook_endpoint_id: string;
            message_id: string;
            /** @enum {string} */
            event_type: "transactions.created" | "transactions.updated" | "balance.updated" | "holdings.updated" | "account.created" | "account.updated" | "account.deleted" | "bank_account.created" | "bank_account.updated" | "bank_account.deleted" | "connection.created" | "connection.activated" | "connection.reauthorized" | "connection.expiring" | "connection.expired" | "connection.failing" | "connection.recovered" | "connection.disabled" | "connection.deleted" | "rule.disabled";
            financial_account_id: string | null;
            /** @enum {string} */
            status: "PENDING" | "DELIVERED" | "FAILED" | "DISCARDED";
            attempts_count: number;
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            description: string | null;
            enabled: boolean;
            /** @enum {string} */
            type: "WEBHOOK" | "AUTOMATION_A" | "AUTOMATION_B";
            omit_sensitive_identifiers: boolean;
            events: ("transactions.created" | "transactions.updated" | "balance.updated" | "holdings.updated" | "account.created" | "account.updated" | "account.deleted" | "bank_account.created" | "bank_account.updated" | "bank_account.deleted" | "connection.created" | "connection.activated" | "connection.reauthorized" | "connection.expiring" | "connection.expired" | "connection.failing" | "connection.recovered" | "connection.disabled" | "connection.deleted" | "rule.disabled")[];
            /** @enum {string} */
            payload_version: "v1" | "v2";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            financial_accounts: string[] | null;
            health: components["schemas"]["Health"];
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            /** @description The signing secret, in the answers to its creation and rotation only. */
            secret?: string;
            /**
             * Format: date-time
             * @description In the answer to a rotation: so long the old secret signs too.
             */
            previous_secret_valid_until?: string;
        };
        WebhookEventBody: components["schemas"]["WebhookTransactionsCreatedV1"] | components["schemas"]["WebhookTransactionsUpdatedV1"] | components["schemas"]["WebhookBalanceUpdatedV1"] | components["schemas"]["WebhookHoldingsUpdatedV1"] | components["schemas"]["WebhookBankAccountCreatedV1"] | components["schemas"]["WebhookBankAccountUpdatedV1"] | components["schemas"]["WebhookBankAccountDeletedV1"] | components["schemas"]["WebhookConnectionCreatedV1"] | components["schemas"]["WebhookConnectionActivatedV1"] | components["schemas"]["WebhookConnectionReauthorizedV1"] | components["schemas"]["WebhookConnectionExpiringV1"] | components["schemas"]["WebhookConnectionExpiredV1"] | components["schemas"]["WebhookConnectionFailingV1"] | components["schemas"]["WebhookConnectionRecoveredV1"] | components["schemas"]["WebhookConnectionDisabledV1"] | components["schemas"]["WebhookConnectionDeletedV1"] | components["schemas"]["WebhookRuleDisabledV1"] | components["schemas"]["WebhookTransactionsCreatedV2"] | components["schemas"]["WebhookTransactionsUpdatedV2"] | components["schemas"]["WebhookBalanceUpdatedV2"] | components["schemas"]["WebhookHoldingsUpdatedV2"] | components["schemas"]["WebhookAccountCreatedV2"] | components["schemas"]["WebhookAccountUpdatedV2"] | components["schemas"]["WebhookAccountDeletedV2"] | components["schemas"]["WebhookConnectionCreatedV2"] | components["schemas"]["WebhookConnectionActivatedV2"] | components["schemas"]["WebhookConnectionReauthorizedV2"] | components["schemas"]["WebhookConnectionExpiringV2"] | components["schemas"]["WebhookConnectionExpiredV2"] | components["schemas"]["WebhookConnectionFailingV2"] | components["schemas"]["WebhookConnectionRecoveredV2"] | components["schemas"]["WebhookConnectionDisabledV2"] | components["schemas"]["WebhookConnectionDeletedV2"] | components["schemas"]["WebhookRuleDisabledV2"];
        WebhookFigures: {
            /** Format: date-time */
            hour: string;
            /** @description With a status of 2xx. */
            answered: number;
            failed: number;
            median_ms: number | null;
            p95_ms: number | null;
        };
        WebhookHolding: {
            id: string;
            financial_account_id?: string;
            instrument?: {
                symbol: string;
                name: string;
                exchange: string;
                type: ("STOCK" | "ETF" | "OPTION" | "CRYPTOCURRENCY" | "FIXED_INCOME" | "MUTUAL_FUND" | "OTHER") | null;
                figi_code: string;
            };
            option?: {
                ticker: string;
                /** @enum {string} */
                type: "CALL" | "PUT";
                strike_price: string;
                expiration_date: string | null;
                underlying_symbol: string;
            } | null;
            units?: string;
            price?: string | null;
            cost_basis?: string | null;
            market_value?: string | null;
            currency?: string | null;
            /** @enum {string} */
            cash_equivalent?: "true" | "false";
            created_at?: string | null;
            updated_at?: string | null;
        };
        WebhookHoldingsUpdatedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "holdings.updated";
            data: {
                bank_account: components["schemas"]["WebhookAccount"];
                holdings: components["schemas"]["WebhookHolding"][];
            };
        };
        WebhookHoldingsUpdatedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "holdings.updated";
            data: {
                financial_account: components["schemas"]["WebhookAccount"];
                holdings: components["schemas"]["WebhookHolding"][];
            };
        };
        WebhookRule: {
            id: string;
            name?: string;
            disabled_reason?: string | null;
            disabled_at?: string | null;
        };
        WebhookRuleDisabledV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "rule.disabled";
            data: {
                rule: components["schemas"]["WebhookRule"];
            };
        };
        WebhookRuleDisabledV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "rule.disabled";
            data: {
                rule: components["schemas"]["WebhookRule"];
            };
        };
        WebhookTransaction: {
            id: string;
            financial_account_id?: string;
            amount?: string;
            currency?: string;
            /** @enum {string} */
            holder?: "debtor" | "creditor";
            /** @enum {string} */
            booked?: "true" | "false";
            edited_fields?: string[];
            is_own_transfer?: boolean;
            mapped_fields?: {
                payee?: string;
                description?: string;
                date: string | null;
            };
            booking_date?: string | null;
            booking_datetime?: string;
            value_date?: string | null;
            value_datetime?: string;
            debtor?: {
                name?: string;
                bban?: string;
                iban?: string;
                pan?: string;
                masked_pan?: string;
                msisdn?: string;
                currency?: string;
                agent?: string;
            };
            creditor?: {
                name?: string;
                bban?: string;
                iban?: string;
                pan?: string;
                masked_pan?: string;
                msisdn?: string;
                currency?: string;
                agent?: string;
                id?: string;
            };
            ultimate_debtor?: string;
            ultimate_creditor?: string;
            remittance_information?: {
                structured?: string;
                structured_array?: string;
                unstructured?: string;
                unstructured_array?: string;
            };
            additional_data_structured?: string;
            additional_information?: string;
            additional_information_structured?: string;
            balance_after_transaction?: string;
            codes?: {
                bank_transaction_code?: string;
                merchant_category_code?: string;
                proprietary_bank_transaction_code?: string;
                purpose_code?: string;
            };
            currency_exchange?: {
                source_currency?: string;
                exchange_rate?: string;
                unit_currency?: string;
                target_currency?: string;
                quotation_date?: string;
                contract_identification?: string;
            };
            external_identifiers?: {
                institution_transaction_id?: string;
                integrator_transaction_id?: string;
                end_to_end_id?: string;
                entry_reference?: string;
                check_id?: string;
                mandate_id?: string;
            };
            trade?: {
                activity_type: ("BUY" | "SELL" | "DIVIDEND" | "INTEREST" | "CONTRIBUTION" | "WITHDRAWAL" | "TRANSFER" | "FEE" | "TAX" | "STOCK_DIVIDEND" | "STOCK_SPLIT" | "OTHER") | null;
                units: string;
                price_per_unit: number | null;
                fees: string;
                fx_rate: string | null;
                external_reference_id: string;
                instrument: {
                    symbol: string;
                    name: string;
                    exchange: string;
                    type: ("STOCK" | "ETF" | "OPTION" | "CRYPTOCURRENCY" | "FIXED_INCOME" | "MUTUAL_FUND" | "OTHER") | null;
                    figi_code: string;
                };
                option: {
                    ticker: string;
                    /** @enum {string} */
                    type: "CALL" | "PUT";
                    strike_price: string;
                    expiration_date: string | null;
                    underlying_symbol: string;
                } | null;
            };
            enriched?: {
                [key: string]: unknown;
            };
            category_id?: string;
            note?: string;
            tags?: string[];
            /** @constant */
            under_review?: true;
            split?: {
                /** @enum {string} */
                status: "CONFIRMED" | "NEEDS_REVIEW";
                amount: string;
                currency: string;
                parts: string[];
            };
            split_of?: string;
            created_at?: string | null;
            updated_at?: string | null;
            /** @constant */
            removed?: true;
        };
        WebhookTransactionsCreatedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "transactions.created";
            data: {
                bank_account: components["schemas"]["WebhookAccount"];
                transactions: components["schemas"]["WebhookTransaction"][];
            };
        };
        WebhookTransactionsCreatedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "transactions.created";
            data: {
                financial_account: components["schemas"]["WebhookAccount"];
                transactions: components["schemas"]["WebhookTransaction"][];
            };
        };
        WebhookTransactionsUpdatedV1: {
            id: string;
            /** @constant */
            payload_version: "v1";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "transactions.updated";
            data: {
                bank_account: components["schemas"]["WebhookAccount"];
                transactions: components["schemas"]["WebhookTransaction"][];
            };
        };
        WebhookTransactionsUpdatedV2: {
            id: string;
            /** @constant */
            payload_version: "v2";
            created_at: string;
            /** @constant */
            test?: true;
            /** @constant */
            type: "transactions.updated";
            data: {
                financial_account: components["schemas"]["WebhookAccount"];
                transactions: components["schemas"]["WebhookTransaction"][];
            };
        };
        WorkspaceConnection: {
            id: string;
            name: string;
            /** @enum {string} */
            enabled: "true" | "false";
            /** @enum {string} */
            sync_balances: "true" | "false";
            workspace_name: string | null;
            databases?: components["schemas"]["WorkspaceDatabase"][];
            last_synced_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            health: components["schemas"]["Health"];
            /** @description Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner can keep it. Null: it is not paused. */
            paused: components["schemas"]["Pause"] | null;
            /** @description Where the user grants access: shown once, in the answer to the caller. Null in every other answer. */
            auth_url: string | null;
        };
        WorkspaceDatabase: {
            id: string;
            connection_id: string;
            workspace_id: string;
            /** @enum {string} */
            enabled: "true" | "false";
            name: string;
            url: string | null;
            last_synced_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            connection?: components["schemas"]["WorkspaceConnection"];
            data_sources?: components["schemas"]["DataSource"][];
        };
        MappedFieldsBody: {
            payee?: string;
            description?: string;
            /** Format: date */
            date?: string;
        };
        PartyBody: {
            name?: string;
            iban?: string;
            bban?: string;
        };
        RemittanceBody: {
            structured?: string;
            unstructured?: string;
        };
        MappedFieldsChangesBody: {
            payee?: string | null;
            description?: string | null;
            /** Format: date */
            date?: string | null;
        };
        PartyChangesBody: {
            name?: string | null;
            iban?: string | null;
            bban?: string | null;
        };
        RemittanceChangesBody: {
            structured?: string | null;
            unstructured?: string | null;
        };
        /** @description All that is set on one transaction has at most 18,000 bytes as JSON, with the payee and description that are taken from it. */
        PartBody: {
            /** @description An exact decimal number as a text; outflow is negative. */
            amount: string;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            booked?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /** Format: date */
            booking_date?: string;
            /** Format: date */
            value_date?: string;
            mapped_fields?: components["schemas"]["MappedFieldsBody"];
            debtor?: components["schemas"]["PartyBody"];
            creditor?: components["schemas"]["PartyBody"];
            remittance_information?: components["schemas"]["RemittanceBody"];
            additional_information?: string;
        };
        UpdateTransactionItemBody: {
            id: number | string;
            /** @description An exact decimal number as a text; outflow is negative. */
            amount?: string | null;
            currency?: string | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string|null}
             */
            booked?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off" | null;
            /** Format: date */
            booking_date?: string | null;
            /** Format: date */
            value_date?: string | null;
            mapped_fields?: ((components["schemas"]["MappedFieldsChangesBody"] | null) | null) | components["schemas"]["MappedFieldsChangesBody"] | null;
            debtor?: ((components["schemas"]["PartyChangesBody"] | null) | null) | components["schemas"]["PartyChangesBody"] | null;
            creditor?: ((components["schemas"]["PartyChangesBody"] | null) | null) | components["schemas"]["PartyChangesBody"] | null;
            remittance_information?: ((components["schemas"]["RemittanceChangesBody"] | null) | null) | components["schemas"]["RemittanceChangesBody"] | null;
            additional_information?: string | null;
            /** @description A category of the user’s own, or `none` for none, whatever rules say. Null takes the choice back. In a request without fields other than `category_id`, `note` and `tags`. */
            category_id?: number | string | null;
            /** @description Empty: none, whatever rules say. Null takes the choice back. In a request without fields other than `category_id`, `note` and `tags`. */
            note?: string | null;
            /** @description All tags, in order; two that differ in case alone are one. A tag has no comma and does not begin with `+`. Empty: none, whatever rules say. Null takes the choice back. In a request without fields other than `category_id`, `note` and `tags`. */
            tags?: string[] | null;
        };
        CsvReadingBody: {
            /** @description A name that browsers know, such as windows-1252 or shift_jis. */
            encoding: string;
            /** @enum {string} */
            delimiter: "," | ";" | "\t" | "|";
            /** @enum {string} */
            decimal_mark: "." | ",";
            /** @enum {string} */
            date_order: "YMD" | "DMY" | "MDY";
            /** @description Rows before the first entry, the row of column names included. */
            skip_rows: number;
            /** @description What each column has, in order; null: it is not read. */
            columns: ("booking_date" | "value_date" | "amount" | "debit" | "credit" | "direction" | "currency" | "payee" | "payer" | "counterparty_account" | "description" | "payment_kind" | "reference" | "bank_id" | "balance" | "fee" | "fee_in_amount" | "signed_fee_in_amount" | "fee_included" | "status" | "account" | null)[];
            /** @description The file writes money that left the account without a sign, and money that came in with one. */
            turn_signs?: boolean;
            /** @description Texts of the status column of rows that are no movements, beside those that are known. */
            no_movement_words?: string[];
        };
        QifReadingBody: {
            /** @enum {string} */
            date_order: "YMD" | "DMY" | "MDY";
        };
        NewAccountBody: {
            name: string;
            currency: string;
        };
        FileAccountBody: {
            key: string;
            financial_account_id?: number | string | null;
            /** @description An account by hand, which applying the import adds. */
            new_account?: ((components["schemas"]["NewAccountBody"] | null) | null) | components["schemas"]["NewAccountBody"] | null;
        };
        MapFieldsBody: {
            payee?: string;
            description?: string;
            date?: string;
        };
        EnrichmentBody: {
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            enabled?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description Null: the one that is built in.
             * @enum {string|null}
             */
            provider?: "LOCAL" | null;
            country?: string | null;
        };
        AccountConfigBody: {
            map_fields?: components["schemas"]["MapFieldsBody"];
            enrichment?: components["schemas"]["EnrichmentBody"];
            /**
             * Format: date
             * @description Null: as far back as there is.
             */
            sync_start_date?: string | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            sync_auto?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            sync_pending_transactions?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            pending_settlement_matching?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            pending_settlement_max_days?: number;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            fuzzy_counterparty_matching?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            fuzzy_counterparty_min_chars?: number;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            sync_balances?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            sync_frequency_in_minutes?: number;
            fields_for_duplicate_filtering?: ("booking_date" | "amount" | "currency" | "value_date" | "booking_datetime" | "counterparty" | "remittance_information" | "additional_information" | "balance_after_transaction" | "bank_transaction_code" | "end_to_end_id" | "entry_reference" | "check_id" | "mandate_id")[];
        };
        OnBookedChangeBody: {
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            update_status?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            update_payee?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            update_description?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            update_amount?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
        };
        CategoryMapEntryBody: {
            category_id: number | string;
            destination_category_id: number | string;
        };
        ChangedTransferLinkBody: {
            financial_account_id?: number | string;
            /** @enum {string} */
            destination_type?: "BUDGETA" | "BUDGETB" | "SHEETS" | "WORKSPACE";
            destination_id?: number | string;
            /**
             * Format: date
             * @description Null: the whole history.
             */
            transfer_start_date?: string | null;
            /**
             * @description A boolean, or a word for one.
             * @enum {boolean|integer|string}
             */
            active?: true | 1 | "1" | "true" | "yes" | "on" | false | 0 | "0" | "false" | "no" | "off";
            /** @enum {string} */
            sync_mode?: "TRANSACTIONS" | "BALANCE" | "TRANSACTIONS_AND_BALANCE";
            on_booked_change?: components["schemas"]["OnBookedChangeBody"];
            /**
             * @description What becomes of amounts in another currency than the destination’s: `CONVERT` by the bank’s own rate (without one they wait), or `AS_IS` (the number stays, and the memo names the currency). Required where the account and the destination are in different currencies.
             * @enum {string}
             */
            on_other_currency?: "CONVERT" | "AS_IS";
            /** @description What a destination counts in that states no currency itself: a sheet, a data source, a budget without one. Absent: that of its other links, or the account’s. */
            destination_currency?: string;
            /** @description Which category of the destination stands for which of the user’s own: the whole map, `[]` for none. Transactions with a category that it does not name are sent without one. */
            category_map?: components["schemas"]["CategoryMapEntryBody"][];
            id: number | string;
        };
        ConditionBody: {
            id?: number | string;
            /** @enum {string} */
            transaction_type?: "ANY" | "CREDIT" | "DEBIT";
            /** @description See `GET /rules/fields` for the type of each field and the operators that it takes. */
            field_name: string | ("amount" | "booked" | "is_own_transfer" | "mapped_fields.date" | "booking_date" | "value_date" | "mapped_fields.payee" | "mapped_fields.description" | "debtor.name" | "creditor.name" | "ultimate_debtor" | "ultimate_creditor" | "remittance_information.structured" | "remittance_information.structured_array" | "remittance_information.unstructured" | "remittance_information.unstructured_array" | "additional_data_structured" | "additional_information" | "additional_information_structured" | "note" | "codes.bank_transaction_code" | "codes.merchant_category_code" | "codes.proprietary_bank_transaction_code" | "codes.purpose_code" | "category_id" | "tags" | "currency" | "debtor.bban" | "creditor.bban" | "debtor.iban" | "creditor.iban" | "debtor.pan" | "creditor.pan" | "debtor.masked_pan" | "creditor.masked_pan" | "debtor.msisdn" | "creditor.msisdn" | "debtor.currency" | "creditor.currency" | "debtor.agent" | "creditor.agent" | "creditor.id" | "currency_exchange.source_currency" | "currency_exchange.unit_currency" | "currency_exchange.target_currency" | "currency_exchange.contract_identification" | "external_identifiers.institution_transaction_id" | "external_identifiers.integrator_transaction_id" | "external_identifiers.end_to_end_id" | "external_identifiers.entry_reference" | "external_identifiers.check_id" | "external_identifiers.mandate_id" | "trade.activity_type" | "trade.external_reference_id" | "trade.instrument.symbol" | "trade.instrument.name" | "trade.instrument.exchange" | "trade.instrument.type" | "trade.instrument.figi_code" | "trade.option.ticker" | "trade.option.type" | "trade.option.underlying_symbol" | "enriched.provider" | "enriched.category_general" | "enriched.counterparty.name" | "enriched.counterparty.logo_url" | "enriched.counterparty.website" | "enriched.counterparty.mccs" | "enriched.intermediary.name" | "enriched.intermediary.logo_url" | "enriched.intermediary.website" | "enriched.intermediary.mccs" | "enriched.location.raw_address" | "enriched.location.google_maps_url" | "enriched.location.apple_maps_url" | "balance_after_transaction" | "currency_exchange.exchange_rate" | "trade.units" | "trade.price_per_unit" | "trade.fees" | "trade.fx_rate" | "trade.option.strike_price" | "enriched.certainty_score" | "booking_datetime" | "value_datetime" | "currency_exchange.quotation_date" | "trade.option.expiration_date" | "enriched.is_subscription" | "enriched.is_personal" | "id" | "financial_account_id" | "financial_account.name" | "financial_account.custom_name" | "financial_account.display_name" | "financial_account.integrator" | "financial_account.account_category" | "financial_account.raw_type" | "financial_account.currency" | "financial_account.product_name" | "financial_account.cash_account_type" | "financial_account.account_usage" | "financial_account.linked_accounts" | "financial_account.details" | "financial_account.account_number_masked" | "financial_account.bban" | "financial_account.scan" | "financial_account.iban" | "financial_account.bic" | "financial_account.owner_name" | "financial_account.owner_address" | "financial_account.msisdn" | "financial_account.integrator_id" | "financial_account.institution_id" | "financial_account.enabled" | "created_at" | "updated_at") | unknown;
            /**
             * @description - `equals`: The same value; text ignores case, amounts compare as decimals, times by their day.
             *     - `not_equals`: Another value, or none.
             *     - `contains`: The value is somewhere in the text; ignores case.
             *     - `not_contains`: The value is nowhere in the text.
             *     - `starts_with`: The text begins with the value; ignores case.
             *     - `ends_with`: The text ends with the value; ignores case.
             *     - `matches`: The regular expression (RE2) is found in the text; ignores case.
             *     - `not_matches`: The regular expression (RE2) is nowhere in the text.
             *     - `in`: One of the values, which commas separate; `\,` is a literal comma.
             *     - `not_in`: None of the values.
             *     - `gt`: Above the value; of dates: after it.
             *     - `gte`: The value, or above it.
             *     - `lt`: Below the value; of dates: before it.
             *     - `lte`: The value, or below it.
             *     - `between`: From the first value to the second, both included: `low,high`.
             *     - `is_empty`: The transaction does not have the field.
             *     - `is_not_empty`: The transaction has the field.
             * @enum {string}
             */
            operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "not_matches" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "between" | "is_empty" | "is_not_empty";
            /** @description Lists are separated by commas; `\,` is a literal one. */
            value?: string | null;
        };
        ActionBody: {
            id?: number | string;
            /**
             * @description - `SET_FIELD`: Sets a settable field of the transaction.
             *     - `SET_BUDGETA_FIELD`: Sets a field at BUDGETA alone.
             *     - `SET_BUDGETB_FIELD`: Sets a field at BUDGETB alone.
             *     - `SET_SHEETS_FIELD`: Sets a column of the sheet.
             *     - `SET_WORKSPACE_FIELD`: Sets a property in the workspace.
             *     - `SKIP_TRANSFER`: The link does not carry the transaction; takes neither field nor value.
             * @enum {string}
             */
            action_type: "SET_FIELD" | "SET_BUDGETA_FIELD" | "SET_BUDGETB_FIELD" | "SET_SHEETS_FIELD" | "SET_WORKSPACE_FIELD" | "SKIP_TRANSFER";
            field_name?: string | null;
            /** @description A literal, or a Liquid template over the transaction. */
            value?: string | null;
        };
        CategorySourceBody: {
            destination_id: number | string;
            remote_id: string;
        };
        ImportedCategoryBody: {
            name: string;
            /** @description The heading that it is listed under; null: none. */
            group?: string | null;
            source?: ((components["schemas"]["CategorySourceBody"] | null) | null) | components["schemas"]["CategorySourceBody"] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type CreateTransactionsBody = components['schemas']['CreateTransactionsBody'];
export type UpdateTransactionsBody = components['schemas']['UpdateTransactionsBody'];
export type DeleteTransactionsBody = components['schemas']['DeleteTransactionsBody'];
export type CreateTransactionBody = components['schemas']['CreateTransactionBody'];
export type UpdateTransactionBody = components['schemas']['UpdateTransactionBody'];
export type SplitTransactionBody = components['schemas']['SplitTransactionBody'];
export type MergeTransactionsBody = components['schemas']['MergeTransactionsBody'];
export type CreateTransferPairBody = components['schemas']['CreateTransferPairBody'];
export type DecideTransferPairBody = components['schemas']['DecideTransferPairBody'];
export type ReprocessBody = components['schemas']['ReprocessBody'];
export type ChangeFileImportBody = components['schemas']['ChangeFileImportBody'];
export type DecideReviewsBody = components['schemas']['DecideReviewsBody'];
export type CreateAccountBody = components['schemas']['CreateAccountBody'];
export type ConfigureAccountsBody = components['schemas']['ConfigureAccountsBody'];
export type UpdateAccountBody = components['schemas']['UpdateAccountBody'];
export type SyncBody = components['schemas']['SyncBody'];
export type RecordBalanceBody = components['schemas']['RecordBalanceBody'];
export type InstitutionConfigBody = components['schemas']['InstitutionConfigBody'];
export type CreateConnectionBody = components['schemas']['CreateConnectionBody'];
export type UpdateConnectionBody = components['schemas']['UpdateConnectionBody'];
export type ReauthorizeConnectionBody = components['schemas']['ReauthorizeConnectionBody'];
export type ConnectByTokenOrLinkBody = components['schemas']['ConnectByTokenOrLinkBody'];
export type AuthorizeDestinationBody = components['schemas']['AuthorizeDestinationBody'];
export type UpdateDestinationBody = components['schemas']['UpdateDestinationBody'];
export type ConnectBudgetbBody = components['schemas']['ConnectBudgetbBody'];
export type ConnectSheetsBody = components['schemas']['ConnectSheetsBody'];
export type CreateFeedBody = components['schemas']['CreateFeedBody'];
export type UpdateFeedBody = components['schemas']['UpdateFeedBody'];
export type CreateTransferLinkBody = components['schemas']['CreateTransferLinkBody'];
export type UpdateTransferLinkBody = components['schemas']['UpdateTransferLinkBody'];
export type CreateTransferLinksBody = components['schemas']['CreateTransferLinksBody'];
export type UpdateTransferLinksBody = components['schemas']['UpdateTransferLinksBody'];
export type DeleteTransferLinksBody = components['schemas']['DeleteTransferLinksBody'];
export type RetryFailuresBody = components['schemas']['RetryFailuresBody'];
export type TransferLogsBody = components['schemas']['TransferLogsBody'];
export type CreateRuleBody = components['schemas']['CreateRuleBody'];
export type UpdateRuleBody = components['schemas']['UpdateRuleBody'];
export type AttachRuleBody = components['schemas']['AttachRuleBody'];
export type RuleAccountsBody = components['schemas']['RuleAccountsBody'];
export type RuleTransferLinksBody = components['schemas']['RuleTransferLinksBody'];
export type PreviewRuleBody = components['schemas']['PreviewRuleBody'];
export type ApplyRuleBody = components['schemas']['ApplyRuleBody'];
export type UndoRuleLogsBody = components['schemas']['UndoRuleLogsBody'];
export type UndoRuleLogBody = components['schemas']['UndoRuleLogBody'];
export type SuggestCategoriesBody = components['schemas']['SuggestCategoriesBody'];
export type CreateCategoryBody = components['schemas']['CreateCategoryBody'];
export type ImportCategoriesBody = components['schemas']['ImportCategoriesBody'];
export type UpdateCategoryBody = components['schemas']['UpdateCategoryBody'];
export type DeleteCategoryBody = components['schemas']['DeleteCategoryBody'];
export type CreateWebhookEndpointBody = components['schemas']['CreateWebhookEndpointBody'];
export type UpdateWebhookEndpointBody = components['schemas']['UpdateWebhookEndpointBody'];
export type RecoverDeliveriesBody = components['schemas']['RecoverDeliveriesBody'];
export type SendTestEventBody = components['schemas']['SendTestEventBody'];
export type DeadLettersBody = components['schemas']['DeadLettersBody'];
export type WorkBody = components['schemas']['WorkBody'];
export type ProviderKeysBody = components['schemas']['ProviderKeysBody'];
export type ChangeUserBody = components['schemas']['ChangeUserBody'];
export type DeleteUserBody = components['schemas']['DeleteUserBody'];
export type CreateTokenBody = components['schemas']['CreateTokenBody'];
export type ChangeTokenBody = components['schemas']['ChangeTokenBody'];
export type RegisterAppBody = components['schemas']['RegisterAppBody'];
export type ChangeAppBody = components['schemas']['ChangeAppBody'];
export type ChangeGrantBody = components['schemas']['ChangeGrantBody'];
export type CreateAdministeredUserBody = components['schemas']['CreateAdministeredUserBody'];
export type ChangeAdministeredUserBody = components['schemas']['ChangeAdministeredUserBody'];
export type CreateInvitationBody = components['schemas']['CreateInvitationBody'];
export type NoticeSettingsBody = components['schemas']['NoticeSettingsBody'];
export type AdministeredApp = components['schemas']['AdministeredApp'];
export type AdministeredService = components['schemas']['AdministeredService'];
export type AdministeredServiceSizes = components['schemas']['AdministeredServiceSizes'];
export type AdministeredUser = components['schemas']['AdministeredUser'];
export type AdministrationEvent = components['schemas']['AdministrationEvent'];
export type AdministrationRequest = components['schemas']['AdministrationRequest'];
export type App = components['schemas']['App'];
export type BalanceHistory = components['schemas']['BalanceHistory'];
export type BudgetaAccount = components['schemas']['BudgetaAccount'];
export type BudgetaBudget = components['schemas']['BudgetaBudget'];
export type BudgetaCategory = components['schemas']['BudgetaCategory'];
export type BudgetaConnection = components['schemas']['BudgetaConnection'];
export type BudgetbAccount = components['schemas']['BudgetbAccount'];
export type BudgetbBudget = components['schemas']['BudgetbBudget'];
export type BudgetbCategory = components['schemas']['BudgetbCategory'];
export type BudgetbConnection = components['schemas']['BudgetbConnection'];
export type CashFlow = components['schemas']['CashFlow'];
export type Category = components['schemas']['Category'];
export type CategoryInUse = components['schemas']['CategoryInUse'];
export type CategorySuggestion = components['schemas']['CategorySuggestion'];
export type CategorySuggestions = components['schemas']['CategorySuggestions'];
export type ConvertedBalances = components['schemas']['ConvertedBalances'];
export type ConvertedCashFlow = components['schemas']['ConvertedCashFlow'];
export type ConvertedCounterparties = components['schemas']['ConvertedCounterparties'];
export type Counterparties = components['schemas']['Counterparties'];
export type DataSource = components['schemas']['DataSource'];
export type DeadLetter = components['schemas']['DeadLetter'];
export type DeadLetterContent = components['schemas']['DeadLetterContent'];
export type DecidedReviews = components['schemas']['DecidedReviews'];
export type DestinationKind = components['schemas']['DestinationKind'];
export type DriftCheck = components['schemas']['DriftCheck'];
export type DriftDifference = components['schemas']['DriftDifference'];
export type Enriched = components['schemas']['Enriched'];
export type ErrorMessage = components['schemas']['ErrorMessage'];
export type EventType = components['schemas']['EventType'];
export type Feed = components['schemas']['Feed'];
export type FieldChange = components['schemas']['FieldChange'];
export type FileImport = components['schemas']['FileImport'];
export type FileImportEntry = components['schemas']['FileImportEntry'];
export type FinancialAccount = components['schemas']['FinancialAccount'];
export type FinancialAccountBalance = components['schemas']['FinancialAccountBalance'];
export type FinancialConnection = components['schemas']['FinancialConnection'];
export type FinancialConnectionToAuthorize = components['schemas']['FinancialConnectionToAuthorize'];
export type Grant = components['schemas']['Grant'];
export type Health = components['schemas']['Health'];
export type Holding = components['schemas']['Holding'];
export type Institution = components['schemas']['Institution'];
export type InstitutionConfig = components['schemas']['InstitutionConfig'];
export type InstitutionCountry = components['schemas']['InstitutionCountry'];
export type Invitation = components['schemas']['Invitation'];
export type MadeByApp = components['schemas']['MadeByApp'];
export type ManagedUser = components['schemas']['ManagedUser'];
export type NetWorth = components['schemas']['NetWorth'];
export type NewInvitation = components['schemas']['NewInvitation'];
export type NewPassword = components['schemas']['NewPassword'];
export type NoticeSettings = components['schemas']['NoticeSettings'];
export type Pause = components['schemas']['Pause'];
export type PersonalAccessToken = components['schemas']['PersonalAccessToken'];
export type PlanLimitError = components['schemas']['PlanLimitError'];
export type ProviderKeys = components['schemas']['ProviderKeys'];
export type QueryModelRebuild = components['schemas']['QueryModelRebuild'];
export type RecordedRequest = components['schemas']['RecordedRequest'];
export type RemovedTransaction = components['schemas']['RemovedTransaction'];
export type Reprocessing = components['schemas']['Reprocessing'];
export type RevokedAccesses = components['schemas']['RevokedAccesses'];
export type Rule = components['schemas']['Rule'];
export type RuleAction = components['schemas']['RuleAction'];
export type RuleApplication = components['schemas']['RuleApplication'];
export type RuleCondition = components['schemas']['RuleCondition'];
export type RuleLanguage = components['schemas']['RuleLanguage'];
export type RuleLog = components['schemas']['RuleLog'];
export type RulePreview = components['schemas']['RulePreview'];
export type SecurityEvent = components['schemas']['SecurityEvent'];
export type Series = components['schemas']['Series'];
export type SeriesOfAccount = components['schemas']['SeriesOfAccount'];
export type Session = components['schemas']['Session'];
export type SettlementReview = components['schemas']['SettlementReview'];
export type SettlementSide = components['schemas']['SettlementSide'];
export type Sheet = components['schemas']['Sheet'];
export type SheetsConnection = components['schemas']['SheetsConnection'];
export type Spreadsheet = components['schemas']['Spreadsheet'];
export type SyncedFinancialConnection = components['schemas']['SyncedFinancialConnection'];
export type Trade = components['schemas']['Trade'];
export type Transaction = components['schemas']['Transaction'];
export type TransferFailure = components['schemas']['TransferFailure'];
export type TransferFailures = components['schemas']['TransferFailures'];
export type TransferLink = components['schemas']['TransferLink'];
export type TransferLog = components['schemas']['TransferLog'];
export type TransferPair = components['schemas']['TransferPair'];
export type UndoConflict = components['schemas']['UndoConflict'];
export type UnreadRow = components['schemas']['UnreadRow'];
export type UsedExchangeRate = components['schemas']['UsedExchangeRate'];
export type UsedInvitation = components['schemas']['UsedInvitation'];
export type User = components['schemas']['User'];
export type UserErasure = components['schemas']['UserErasure'];
export type UserExport = components['schemas']['UserExport'];
export type ValidationError = components['schemas']['ValidationError'];
export type WebhookAccount = components['schemas']['WebhookAccount'];
export type WebhookAccountCreatedV2 = components['schemas']['WebhookAccountCreatedV2'];
export type WebhookAccountDeletedV2 = components['schemas']['WebhookAccountDeletedV2'];
export type WebhookAccountUpdatedV2 = components['schemas']['WebhookAccountUpdatedV2'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookBalance = components['schemas']['WebhookBalance'];
export type WebhookBalanceUpdatedV1 = components['schemas']['WebhookBalanceUpdatedV1'];
export type WebhookBalanceUpdatedV2 = components['schemas']['WebhookBalanceUpdatedV2'];
export type WebhookBankAccountCreatedV1 = components['schemas']['WebhookBankAccountCreatedV1'];
export type WebhookBankAccountDeletedV1 = components['schemas']['WebhookBankAccountDeletedV1'];
export type WebhookBankAccountUpdatedV1 = components['schemas']['WebhookBankAccountUpdatedV1'];
export type WebhookConnection = components['schemas']['WebhookConnection'];
export type WebhookConnectionActivatedV1 = components['schemas']['WebhookConnectionActivatedV1'];
export type WebhookConnectionActivatedV2 = components['schemas']['WebhookConnectionActivatedV2'];
export type WebhookConnectionCreatedV1 = components['schemas']['WebhookConnectionCreatedV1'];
export type WebhookConnectionCreatedV2 = components['schemas']['WebhookConnectionCreatedV2'];
export type WebhookConnectionDeletedV1 = components['schemas']['WebhookConnectionDeletedV1'];
export type WebhookConnectionDeletedV2 = components['schemas']['WebhookConnectionDeletedV2'];
export type WebhookConnectionDisabledV1 = components['schemas']['WebhookConnectionDisabledV1'];
export type WebhookConnectionDisabledV2 = components['schemas']['WebhookConnectionDisabledV2'];
export type WebhookConnectionExpiredV1 = components['schemas']['WebhookConnectionExpiredV1'];
export type WebhookConnectionExpiredV2 = components['schemas']['WebhookConnectionExpiredV2'];
export type WebhookConnectionExpiringV1 = components['schemas']['WebhookConnectionExpiringV1'];
export type WebhookConnectionExpiringV2 = components['schemas']['WebhookConnectionExpiringV2'];
export type WebhookConnectionFailingV1 = components['schemas']['WebhookConnectionFailingV1'];
export type WebhookConnectionFailingV2 = components['schemas']['WebhookConnectionFailingV2'];
export type WebhookConnectionReauthorizedV1 = components['schemas']['WebhookConnectionReauthorizedV1'];
export type WebhookConnectionReauthorizedV2 = components['schemas']['WebhookConnectionReauthorizedV2'];
export type WebhookConnectionRecoveredV1 = components['schemas']['WebhookConnectionRecoveredV1'];
export type WebhookConnectionRecoveredV2 = components['schemas']['WebhookConnectionRecoveredV2'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEventBody = components['schemas']['WebhookEventBody'];
export type WebhookFigures = components['schemas']['WebhookFigures'];
export type WebhookHolding = components['schemas']['WebhookHolding'];
export type WebhookHoldingsUpdatedV1 = components['schemas']['WebhookHoldingsUpdatedV1'];
export type WebhookHoldingsUpdatedV2 = components['schemas']['WebhookHoldingsUpdatedV2'];
export type WebhookRule = components['schemas']['WebhookRule'];
export type WebhookRuleDisabledV1 = components['schemas']['WebhookRuleDisabledV1'];
export type WebhookRuleDisabledV2 = components['schemas']['WebhookRuleDisabledV2'];
export type WebhookTransaction = components['schemas']['WebhookTransaction'];
export type WebhookTransactionsCreatedV1 = components['schemas']['WebhookTransactionsCreatedV1'];
export type WebhookTransactionsCreatedV2 = components['schemas']['WebhookTransactionsCreatedV2'];
export type WebhookTransactionsUpdatedV1 = components['schemas']['WebhookTransactionsUpdatedV1'];
export type WebhookTransactionsUpdatedV2 = components['schemas']['WebhookTransactionsUpdatedV2'];
export type WorkspaceConnection = components['schemas']['WorkspaceConnection'];
export type WorkspaceDatabase = components['schemas']['WorkspaceDatabase'];
export type MappedFieldsBody = components['schemas']['MappedFieldsBody'];
export type PartyBody = components['schemas']['PartyBody'];
export type RemittanceBody = components['schemas']['RemittanceBody'];
export type MappedFieldsChangesBody = components['schemas']['MappedFieldsChangesBody'];
export type PartyChangesBody = components['schemas']['PartyChangesBody'];
export type RemittanceChangesBody = components['schemas']['RemittanceChangesBody'];
export type PartBody = components['schemas']['PartBody'];
export type UpdateTransactionItemBody = components['schemas']['UpdateTransactionItemBody'];
export type CsvReadingBody = components['schemas']['CsvReadingBody'];
export type QifReadingBody = components['schemas']['QifReadingBody'];
export type NewAccountBody = components['schemas']['NewAccountBody'];
export type FileAccountBody = components['schemas']['FileAccountBody'];
export type MapFieldsBody = components['schemas']['MapFieldsBody'];
export type EnrichmentBody = components['schemas']['EnrichmentBody'];
export type AccountConfigBody = components['schemas']['AccountConfigBody'];
export type OnBookedChangeBody = components['schemas']['OnBookedChangeBody'];
export type CategoryMapEntryBody = components['schemas']['CategoryMapEntryBody'];
export type ChangedTransferLinkBody = components['schemas']['ChangedTransferLinkBody'];
export type ConditionBody = components['schemas']['ConditionBody'];
export type ActionBody = components['schemas']['ActionBody'];
export type CategorySourceBody = components['schemas']['CategorySourceBody'];
export type ImportedCategoryBody = components['schemas']['ImportedCategoryBody'];
export type $defs = Record<string, never>;
export interface operations {
    "BulkTransactions.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTransactionsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Bulk update completed.";
                        data: {
                            results: {
                                /** @description Which item of the request it is about, from 0. */
                                index: number;
                                transaction_id: string | null;
                                success: boolean;
                                message: string;
                                data: components["schemas"]["Transaction"] | null;
                                error: ("not_found" | "invalid" | "conflict") | null;
                                /** @description What is wrong with fields of the item, by field. */
                                errors: {
                                    [key: string]: string[];
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BulkTransactions.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTransactionsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Bulk create completed.";
                        data: {
                            results: {
                                /** @description Which item of the request it is about, from 0. */
                                index: number;
                                transaction_id: string | null;
                                success: boolean;
                                message: string;
                                data: components["schemas"]["Transaction"] | null;
                                error: ("not_found" | "invalid" | "conflict") | null;
                                /** @description What is wrong with fields of the item, by field. */
                                errors: {
                                    [key: string]: string[];
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BulkTransactions.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteTransactionsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Bulk delete completed.";
                        data: {
                            results: {
                                /** @description Which item of the request it is about, from 0. */
                                index: number;
                                transaction_id: string | null;
                                success: boolean;
                                message: string;
                                data: components["schemas"]["Transaction"] | null;
                                error: ("not_found" | "invalid" | "conflict") | null;
                                /** @description What is wrong with fields of the item, by field. */
                                errors: {
                                    [key: string]: string[];
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransactionExport.export": {
        parameters: {
            query?: {
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "booking_date" | "-booking_date" | "value_date" | "-value_date" | "amount" | "-amount" | "booking_datetime" | "-booking_datetime" | "value_datetime" | "-value_datetime" | "currency_exchange.quotation_date" | "-currency_exchange.quotation_date" | "mapped_fields.date" | "-mapped_fields.date" | "changed_at" | "-changed_at")[];
                /** @description Leaves account numbers and outside references out, also those of an included financial account. */
                omit_sensitive_identifiers?: boolean;
                /** @description Raw data, without the account’s output rules; delegated apps always get rule-shaped data. */
                disable_rules?: boolean;
                /** @description Begins the file with U+FEFF, by which Excel recognises UTF-8. */
                byte_order_mark?: boolean;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. Needs `accounts:read`. */
                "filter[financial_account.name]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. Needs `accounts:read`. */
                "filter[financial_account.display_name]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[financial_account.bban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[financial_account.iban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[debtor.bban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[debtor.iban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[creditor.bban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[creditor.iban]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[creditor.name]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[debtor.name]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[external_identifiers.institution_transaction_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[remittance_information.structured]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[remittance_information.unstructured]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[remittance_information.structured_array]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[remittance_information.unstructured_array]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[booked]"?: string;
                /** @description Whether it is in a confirmed transfer between own accounts. `true`, `false`, or both, separated by a comma. */
                "filter[is_own_transfer]"?: string;
                /** @description The name of `enriched.counterparty`: the brand, or the other side where no brand is known. Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[counterparty]"?: string;
                /** @description Whether `enriched.is_subscription` is true. Transactions without an enrichment are none. `true`, `false`, or both, separated by a comma. */
                "filter[is_subscription]"?: string;
                /** @description ISO 4217 codes, separated by commas. */
                "filter[currency]"?: string;
                /** @description By `category_id`. One id or several, separated by commas; `none` for those without. */
                "filter[category]"?: string;
                /** @description Whole tags, in any case: one of them is enough. Exact match; several values are separated by commas. */
                "filter[tag]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[additional_information]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[additional_information_structured]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[additional_data_structured]"?: string;
                /** @description One value or several, separated by commas. Needs `transfer-links:read`. */
                "filter[transfer_status]"?: string;
                /** @description Without it, `filter[id]` and `filter[updated_after]` the list has what counts: transactions as they are, and the parts of those that are split. `SPLIT` are the split ones themselves, `REVIEW` those of them whose amount has changed since. One value or several, separated by commas. */
                "filter[split]"?: string;
                /** @description Whether it may be another transaction of its account. Until somebody decides, it is in lists and exports, is sent and announced nowhere, and is in no figure. Decide with `POST /finance/settlement-reviews/{reviewId}/accept` (one payment) or `/dismiss` (two). `true`, `false`, or both, separated by a comma. */
                "filter[under_review]"?: string;
                /** @description Compares `mapped_fields.date`, the day that the transaction is shown under: every transaction has it whose source gives any day. Inclusive; `YYYY-MM-DD`. */
                "filter[date_after]"?: string;
                /** @description Compares `mapped_fields.date`, the day that the transaction is shown under: every transaction has it whose source gives any day. Inclusive; `YYYY-MM-DD`. */
                "filter[date_before]"?: string;
                /** @description Inclusive; `YYYY-MM-DD`. */
                "filter[booking_date_after]"?: string;
                /** @description Inclusive; `YYYY-MM-DD`. */
                "filter[booking_date_before]"?: string;
                /** @description Many sources give no value date, and transactions without one match neither. `filter[date_after]` and `filter[date_before]` compare the day that is shown. Inclusive; `YYYY-MM-DD`. */
                "filter[value_date_after]"?: string;
                /** @description Many sources give no value date, and transactions without one match neither. `filter[date_after]` and `filter[date_before]` compare the day that is shown. Inclusive; `YYYY-MM-DD`. */
                "filter[value_date_before]"?: string;
                /** @description Whose last change this API learned of later. Sort by `changed_at` and send the last row’s `changed_at` next: no change is left out. A time like `2026-03-31T12:00:00Z`. */
                "filter[updated_after]"?: string;
                /** @description Inclusive; an exact decimal number, outflow negative. */
                "filter[amount_min]"?: string;
                /** @description Inclusive; an exact decimal number, outflow negative. */
                "filter[amount_max]"?: string;
                /** @description The `reference` of the connection that the account belongs to. Exact match; several values are separated by commas. Needs `financial-connections:read`. */
                "filter[reference]"?: string;
                /** @description In names of parties, remittance and additional information. Every word must be found. */
                "filter[search]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Transactions.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "booking_date" | "-booking_date" | "value_date" | "-value_date" | "amount" | "-amount" | "booking_datetime" | "-booking_datetime" | "value_datetime" | "-value_datetime" | "currency_exchange.quotation_date" | "-currency_exchange.quotation_date" | "mapped_fields.date" | "-mapped_fields.date" | "changed_at" | "-changed_at")[];
                /** @description Related resources to embed. `financial_account` needs `accounts:read`, `financial_account.financial_connection` needs `financial-connections:read`, `financial_account.financial_connection.institution` needs `financial-connections:read`, `transfer_logs` needs `transfer-links:read`, `failed_transfers` needs `transfer-links:read`, `attempted_transfers` needs `transfer-links:read`. `changed_at`: when this API learned of the last change; what `updated_after` compares. */
                include?: ("financial_account" | "financial_account.financial_connection" | "financial_account.financial_connection.institution" | "transfer_logs" | "enriched" | "trade" | "failed_transfers" | "attempted_transfers" | "changed_at")[];
                /** @description Leaves account numbers and outside references out, also those of an included financial account. */
                omit_sensitive_identifiers?: boolean;
                /** @description Adds the financial accounts that the token may see to `meta`. Needs `accounts:read`. */
                with_available_financial_accounts?: boolean;
                /** @description Raw data, without the account’s output rules; delegated apps always get rule-shaped data. */
                disable_rules?: boolean;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. Needs `accounts:read`. */
                "filter[financial_account.name]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. Needs `accounts:read`. */
                "filter[financial_account.display_name]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[financial_account.bban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[financial_account.iban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[debtor.bban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[debtor.iban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[creditor.bban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[creditor.iban]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[creditor.name]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[debtor.name]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[external_identifiers.institution_transaction_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[remittance_information.structured]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[remittance_information.unstructured]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[remittance_information.structured_array]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[remittance_information.unstructured_array]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[booked]"?: string;
                /** @description Whether it is in a confirmed transfer between own accounts. `true`, `false`, or both, separated by a comma. */
                "filter[is_own_transfer]"?: string;
                /** @description The name of `enriched.counterparty`: the brand, or the other side where no brand is known. Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[counterparty]"?: string;
                /** @description Whether `enriched.is_subscription` is true. Transactions without an enrichment are none. `true`, `false`, or both, separated by a comma. */
                "filter[is_subscription]"?: string;
                /** @description ISO 4217 codes, separated by commas. */
                "filter[currency]"?: string;
                /** @description By `category_id`. One id or several, separated by commas; `none` for those without. */
                "filter[category]"?: string;
                /** @description Whole tags, in any case: one of them is enough. Exact match; several values are separated by commas. */
                "filter[tag]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[additional_information]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[additional_information_structured]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[additional_data_structured]"?: string;
                /** @description One value or several, separated by commas. Needs `transfer-links:read`. */
                "filter[transfer_status]"?: string;
                /** @description Without it, `filter[id]` and `filter[updated_after]` the list has what counts: transactions as they are, and the parts of those that are split. `SPLIT` are the split ones themselves, `REVIEW` those of them whose amount has changed since. One value or several, separated by commas. */
                "filter[split]"?: string;
                /** @description Whether it may be another transaction of its account. Until somebody decides, it is in lists and exports, is sent and announced nowhere, and is in no figure. Decide with `POST /finance/settlement-reviews/{reviewId}/accept` (one payment) or `/dismiss` (two). `true`, `false`, or both, separated by a comma. */
                "filter[under_review]"?: string;
                /** @description Compares `mapped_fields.date`, the day that the transaction is shown under: every transaction has it whose source gives any day. Inclusive; `YYYY-MM-DD`. */
                "filter[date_after]"?: string;
                /** @description Compares `mapped_fields.date`, the day that the transaction is shown under: every transaction has it whose source gives any day. Inclusive; `YYYY-MM-DD`. */
                "filter[date_before]"?: string;
                /** @description Inclusive; `YYYY-MM-DD`. */
                "filter[booking_date_after]"?: string;
                /** @description Inclusive; `YYYY-MM-DD`. */
                "filter[booking_date_before]"?: string;
                /** @description Many sources give no value date, and transactions without one match neither. `filter[date_after]` and `filter[date_before]` compare the day that is shown. Inclusive; `YYYY-MM-DD`. */
                "filter[value_date_after]"?: string;
                /** @description Many sources give no value date, and transactions without one match neither. `filter[date_after]` and `filter[date_before]` compare the day that is shown. Inclusive; `YYYY-MM-DD`. */
                "filter[value_date_before]"?: string;
                /** @description Whose last change this API learned of later. Sort by `changed_at` and send the last row’s `changed_at` next: no change is left out. A time like `2026-03-31T12:00:00Z`. */
                "filter[updated_after]"?: string;
                /** @description Inclusive; an exact decimal number, outflow negative. */
                "filter[amount_min]"?: string;
                /** @description Inclusive; an exact decimal number, outflow negative. */
                "filter[amount_max]"?: string;
                /** @description The `reference` of the connection that the account belongs to. Exact match; several values are separated by commas. Needs `financial-connections:read`. */
                "filter[reference]"?: string;
                /** @description In names of parties, remittance and additional information. Every word must be found. */
                "filter[search]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transaction"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                            available_financial_accounts?: components["schemas"]["FinancialAccount"][];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Transactions.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTransactionBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transaction created.";
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Transactions.show": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `financial_account` needs `accounts:read`, `financial_account.financial_connection` needs `financial-connections:read`, `financial_account.financial_connection.institution` needs `financial-connections:read`, `transfer_logs` needs `transfer-links:read`, `failed_transfers` needs `transfer-links:read`, `attempted_transfers` needs `transfer-links:read`. `changed_at`: when this API learned of the last change; what `updated_after` compares. */
                include?: ("financial_account" | "financial_account.financial_connection" | "financial_account.financial_connection.institution" | "transfer_logs" | "enriched" | "trade" | "failed_transfers" | "attempted_transfers" | "changed_at")[];
                /** @description Leaves account numbers and outside references out, also those of an included financial account. */
                omit_sensitive_identifiers?: boolean;
                /** @description Raw data, without the account’s output rules; delegated apps always get rule-shaped data. */
                disable_rules?: boolean;
                /** @description As the bank or the file reports it, before rules and before what the user set; of a part, the transaction that was split. 404 for one that was added by hand. Delegated apps always get rule-shaped data. */
                as_reported?: boolean;
            };
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Transactions.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTransactionBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transaction updated.";
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Transactions.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transaction deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Transactions.split": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitTransactionBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transaction split.";
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Transactions.join": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transaction joined.";
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RemovedTransactions.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("changed_at" | "-changed_at" | "id" | "-id")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description Whose last change this API learned of later. Sort by `changed_at` and send the last row’s `changed_at` next: no change is left out. A time like `2026-03-31T12:00:00Z`. */
                "filter[updated_after]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RemovedTransaction"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Merges.merge": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeTransactionsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transactions merged.";
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Merges.undo": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Merge undone.";
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SettlementReviews.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description Reviews in which the transaction is one of the two. One id or several, separated by commas. */
                "filter[transaction_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[status]"?: string;
                /** @description `MATCHED_DUPLICATE`: two booked rows that may be one. One value or several, separated by commas. */
                "filter[origin]"?: string;
                /** @description Reviews of rows that the import added. One id or several, separated by commas. */
                "filter[file_import_id]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SettlementReview"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SettlementReviews.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SettlementReview"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SettlementReviews.accept": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Settlement accepted.";
                        data: components["schemas"]["SettlementReview"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SettlementReviews.dismiss": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Settlement dismissed.";
                        data: components["schemas"]["SettlementReview"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SettlementReviews.undo": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Settlement undone.";
                        data: components["schemas"]["SettlementReview"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferPairs.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[status]"?: string;
                /** @description Pairs of which one transaction is of the account. One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description Pairs in which the transaction is one of the two. One id or several, separated by commas. */
                "filter[transaction_id]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TransferPair"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferPairs.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTransferPairBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer pair created.";
                        data: components["schemas"]["TransferPair"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferPairs.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferPairId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TransferPair"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferPairs.decide": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transferPairId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideTransferPairBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer pair updated.";
                        data: components["schemas"]["TransferPair"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Reprocessings.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[status]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Reprocessing"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Reprocessings.start": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReprocessBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Reprocessing started.";
                        data: components["schemas"]["Reprocessing"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Reprocessings.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reprocessingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Reprocessing"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "FileImports.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id")[];
                /** @description One value or several, separated by commas. */
                "filter[status]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FileImport"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "FileImports.upload": {
        parameters: {
            query: {
                /** @description Where the entries go, if the file has one account. */
                financial_account_id?: string;
                file_name: string;
            };
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "File received.";
                        data: components["schemas"]["FileImport"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "FileImports.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FileImport"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "FileImports.discard": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Import discarded.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "FileImports.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeFileImportBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Import updated.";
                        data: components["schemas"]["FileImport"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "FileImports.entries": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("line" | "-line")[];
                /** @description One value or several, separated by commas. */
                "filter[kind]"?: string;
            };
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FileImportEntry"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "FileImports.apply": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Import started.";
                        data: components["schemas"]["FileImport"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "FileImports.decide": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideReviewsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Reviews decided.";
                        data: components["schemas"]["DecidedReviews"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "FileImports.undo": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Undo started.";
                        data: components["schemas"]["FileImport"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Accounts.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "custom_name" | "-custom_name" | "display_name" | "-display_name" | "currency" | "-currency" | "integrator" | "-integrator")[];
                /** @description Related resources to embed. `financial_connection` needs `financial-connections:read`, `financial_connection.institution` needs `financial-connections:read`. */
                include?: ("financial_connection" | "financial_connection.institution")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_connection_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[integrator]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[account_category]"?: string;
                /** @description ISO 4217 codes, separated by commas. */
                "filter[currency]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[enabled]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[display_name]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[custom_name]"?: string;
                /** @description Every word in one of its names. Every word must be found. */
                "filter[search]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[iban]"?: string;
                /** @description Exact match; several values are separated by commas. Needs `sensitive:read`. */
                "filter[bban]"?: string;
                /** @description The `reference` of the account’s connection. Exact match; several values are separated by commas. Needs `financial-connections:read`. */
                "filter[reference]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FinancialAccount"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Accounts.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAccountBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Account created.";
                        data: components["schemas"]["FinancialAccount"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Accounts.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `financial_connection` needs `financial-connections:read`, `financial_connection.institution` needs `financial-connections:read`. */
                include?: ("financial_connection" | "financial_connection.institution")[];
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FinancialAccount"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Accounts.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAccountBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Account updated.";
                        data: components["schemas"]["FinancialAccount"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Accounts.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Account deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Accounts.configure": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigureAccountsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Accounts updated.";
                        data: components["schemas"]["FinancialAccount"][];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Accounts.sync": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SyncBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Sync scheduled.";
                        data: components["schemas"]["FinancialAccount"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Balances.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("created_at" | "-created_at" | "updated_at" | "-updated_at" | "reference_date" | "-reference_date" | "id" | "-id")[];
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FinancialAccountBalance"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Balances.record": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordBalanceBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Balance recorded.";
                        data: components["schemas"]["FinancialAccountBalance"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Balances.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                balanceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FinancialAccountBalance"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Holdings.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "instrument.symbol" | "-instrument.symbol" | "market_value" | "-market_value")[];
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Holding"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Series.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SeriesOfAccount"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "UnreadRows.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id")[];
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnreadRow"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "UnreadRows.dismissAll": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Unread rows dismissed.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "UnreadRows.dismiss": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                accountId: string;
                unreadRowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Unread row dismissed.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Institutions.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "country" | "-country" | "integrator" | "-integrator" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[integrator]"?: string;
                /** @description ISO 3166 codes; an institution that serves one of them. Exact match; several values are separated by commas. */
                "filter[country]"?: string;
                /** @description Exact match; several values are separated by commas. */
                "filter[region]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
                /** @description Exact match; several values are separated by commas. */
                "filter[bic]"?: string;
                /** @description Exact match; several values are separated by commas. */
                "filter[external_id]"?: string;
                /** @description Exact match; several values are separated by commas. */
                "filter[category]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[supported]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[supports_pending_transactions]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[supports_card_accounts]"?: string;
                /** @description Every word in name, BIC or the provider’s id. Every word must be found. */
                "filter[search]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Institution"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Institutions.countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InstitutionCountry"][];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Institutions.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                institutionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Institution"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "InstitutionConfig.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                institutionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InstitutionConfig"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "InstitutionConfig.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                institutionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstitutionConfigBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Institution configuration updated.";
                        data: components["schemas"]["InstitutionConfig"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "InstitutionConfig.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                institutionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Institution configuration deleted.";
                        data: components["schemas"]["InstitutionConfig"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ConsentCallback.back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser is sent on. */
            303: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "status" | "-status" | "consent_expires_at" | "-consent_expires_at" | "activated_at" | "-activated_at")[];
                /** @description Related resources to embed. `financial_accounts` needs `accounts:read`. */
                include?: ("institution" | "financial_accounts")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[institution_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[integrator]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[status]"?: string;
                /** @description Exact match; several values are separated by commas. */
                "filter[region]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[enabled]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[setup_pending]"?: string;
                /** @description The correlation id that the caller gave. Exact match; several values are separated by commas. */
                "filter[reference]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FinancialConnection"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnectionBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Connection created.";
                        data: components["schemas"]["FinancialConnectionToAuthorize"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `financial_accounts` needs `accounts:read`. */
                include?: ("institution" | "financial_accounts")[];
            };
            header?: never;
            path: {
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FinancialConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateConnectionBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Connection updated.";
                        data: components["schemas"]["FinancialConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Connection deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.reauthorize": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReauthorizeConnectionBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Reauthorization started.";
                        data: components["schemas"]["FinancialConnectionToAuthorize"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.activate": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Connection activated.";
                        data: components["schemas"]["FinancialConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.sync": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SyncBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Sync scheduled.";
                        data: components["schemas"]["SyncedFinancialConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.disable": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Connection disabled.";
                        data: components["schemas"]["FinancialConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Connections.enable": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Connection enabled.";
                        data: components["schemas"]["FinancialConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Overview.netWorth": {
        parameters: {
            query?: {
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description ISO 4217 codes, separated by commas. */
                "filter[currency]"?: string;
                /** @description On the day or after it. Inclusive; `YYYY-MM-DD`. */
                "filter[date_after]"?: string;
                /** @description On the day or before it. Default: today. Inclusive; `YYYY-MM-DD`. */
                "filter[date_before]"?: string;
                /** @description Default: `MONTH`, for at most 10 years; `DAY` for at most 2. One value or several, separated by commas. */
                "filter[interval]"?: string;
                /** @description Adds `converted`: the totals in this currency, by the European Central Bank’s rate of each day. A day without a rate uses the last one of the 7 days before it; amounts without any are listed in `missing_rates` and not in the total. Exact conversions are summed, and each total is rounded once, half to even. */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NetWorth"][];
                        converted?: components["schemas"]["ConvertedBalances"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Overview.balances": {
        parameters: {
            query?: {
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description ISO 4217 codes, separated by commas. */
                "filter[currency]"?: string;
                /** @description On the day or after it. Inclusive; `YYYY-MM-DD`. */
                "filter[date_after]"?: string;
                /** @description On the day or before it. Default: today. Inclusive; `YYYY-MM-DD`. */
                "filter[date_before]"?: string;
                /** @description Default: `MONTH`, for at most 10 years; `DAY` for at most 2. One value or several, separated by commas. */
                "filter[interval]"?: string;
                /** @description Adds `converted`: the totals in this currency, by the European Central Bank’s rate of each day. A day without a rate uses the last one of the 7 days before it; amounts without any are listed in `missing_rates` and not in the total. Exact conversions are summed, and each total is rounded once, half to even. */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BalanceHistory"][];
                        converted?: components["schemas"]["ConvertedBalances"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Overview.cashFlow": {
        parameters: {
            query?: {
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description ISO 4217 codes, separated by commas. */
                "filter[currency]"?: string;
                /** @description On the day or after it. Inclusive; `YYYY-MM-DD`. */
                "filter[date_after]"?: string;
                /** @description On the day or before it. Default: today. Inclusive; `YYYY-MM-DD`. */
                "filter[date_before]"?: string;
                /** @description Adds `converted`: the totals in this currency, by the European Central Bank’s rate of each day. A day without a rate uses the last one of the 7 days before it; amounts without any are listed in `missing_rates` and not in the total. Exact conversions are summed, and each total is rounded once, half to even. */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CashFlow"][];
                        converted?: components["schemas"]["ConvertedCashFlow"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Overview.counterparties": {
        parameters: {
            query?: {
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description ISO 4217 codes, separated by commas. */
                "filter[currency]"?: string;
                /** @description On the day or after it. Inclusive; `YYYY-MM-DD`. */
                "filter[date_after]"?: string;
                /** @description On the day or before it. Default: today. Inclusive; `YYYY-MM-DD`. */
                "filter[date_before]"?: string;
                /** @description Adds `converted`: the totals in this currency, by the European Central Bank’s rate of each day. A day without a rate uses the last one of the 7 days before it; amounts without any are listed in `missing_rates` and not in the total. Exact conversions are summed, and each total is rounded once, half to even. */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Counterparties"][];
                        converted?: components["schemas"]["ConvertedCounterparties"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "MadeByApps.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MadeByApp"][];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "MadeByApps.keep": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                kind: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Kept.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Kinds.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DestinationKind"][];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaCallback.back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser is sent on. */
            303: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaConnections.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description Related resources to embed. `budgets.accounts.transfer_links` needs `transfer-links:read`. */
                include?: ("budgets" | "budgets.accounts" | "budgets.accounts.transfer_links")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetaConnection"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaConnections.connect": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConnectByTokenOrLinkBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection created.";
                        data: components["schemas"]["BudgetaConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaConnections.authorize": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                budgetaConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeDestinationBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Authorization started.";
                        data: components["schemas"]["BudgetaConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaConnections.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `budgets.accounts.transfer_links` needs `transfer-links:read`. */
                include?: ("budgets" | "budgets.accounts" | "budgets.accounts.transfer_links")[];
            };
            header?: never;
            path: {
                budgetaConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetaConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaConnections.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                budgetaConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDestinationBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection updated.";
                        data: components["schemas"]["BudgetaConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaConnections.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                budgetaConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaConnections.refresh": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                budgetaConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection refreshed.";
                        data: components["schemas"]["BudgetaConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaCategories.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "group" | "-group" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[budget_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[hidden]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[gone]"?: string;
            };
            header?: never;
            path: {
                budgetaConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetaCategory"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaBudgets.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name")[];
                /** @description Related resources to embed. `accounts.transfer_links` needs `transfer-links:read`. */
                include?: ("connection" | "accounts" | "accounts.transfer_links")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[connection_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetaBudget"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaBudgets.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `accounts.transfer_links` needs `transfer-links:read`. */
                include?: ("connection" | "accounts" | "accounts.transfer_links")[];
            };
            header?: never;
            path: {
                budgetaBudgetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetaBudget"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaAccounts.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name")[];
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`. */
                include?: ("budget" | "budget.connection" | "transfer_links")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[connection_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[budget_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetaAccount"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetaAccounts.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`. */
                include?: ("budget" | "budget.connection" | "transfer_links")[];
            };
            header?: never;
            path: {
                budgetaAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetaAccount"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbConnections.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description Related resources to embed. `budgets.accounts.transfer_links` needs `transfer-links:read`. */
                include?: ("budgets" | "budgets.accounts" | "budgets.accounts.transfer_links")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetbConnection"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbConnections.connect": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectBudgetbBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection created.";
                        data: components["schemas"]["BudgetbConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbConnections.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `budgets.accounts.transfer_links` needs `transfer-links:read`. */
                include?: ("budgets" | "budgets.accounts" | "budgets.accounts.transfer_links")[];
            };
            header?: never;
            path: {
                budgetbConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetbConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbConnections.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                budgetbConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDestinationBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection updated.";
                        data: components["schemas"]["BudgetbConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbConnections.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                budgetbConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbConnections.refresh": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                budgetbConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection refreshed.";
                        data: components["schemas"]["BudgetbConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbCategories.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "group" | "-group" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[budget_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[hidden]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[gone]"?: string;
            };
            header?: never;
            path: {
                budgetbConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetbCategory"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbBudgets.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name")[];
                /** @description Related resources to embed. `accounts.transfer_links` needs `transfer-links:read`. */
                include?: ("connection" | "accounts" | "accounts.transfer_links")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[connection_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetbBudget"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbBudgets.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `accounts.transfer_links` needs `transfer-links:read`. */
                include?: ("connection" | "accounts" | "accounts.transfer_links")[];
            };
            header?: never;
            path: {
                budgetbBudgetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetbBudget"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbAccounts.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name")[];
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`. */
                include?: ("budget" | "budget.connection" | "transfer_links")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[connection_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[budget_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetbAccount"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "BudgetbAccounts.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`. */
                include?: ("budget" | "budget.connection" | "transfer_links")[];
            };
            header?: never;
            path: {
                budgetbAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetbAccount"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SheetsCallback.back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser is sent on. */
            303: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SheetsConnections.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description Related resources to embed. `spreadsheets.sheets.transfer_links` needs `transfer-links:read`. */
                include?: ("spreadsheets" | "spreadsheets.sheets" | "spreadsheets.sheets.transfer_links")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SheetsConnection"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SheetsConnections.connect": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectSheetsBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection created.";
                        data: components["schemas"]["SheetsConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SheetsConnections.authorize": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                sheetsConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeDestinationBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Authorization started.";
                        data: components["schemas"]["SheetsConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SheetsConnections.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `spreadsheets.sheets.transfer_links` needs `transfer-links:read`. */
                include?: ("spreadsheets" | "spreadsheets.sheets" | "spreadsheets.sheets.transfer_links")[];
            };
            header?: never;
            path: {
                sheetsConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SheetsConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SheetsConnections.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                sheetsConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDestinationBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection updated.";
                        data: components["schemas"]["SheetsConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SheetsConnections.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                sheetsConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SheetsConnections.refresh": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                sheetsConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection refreshed.";
                        data: components["schemas"]["SheetsConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Spreadsheets.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name")[];
                /** @description Related resources to embed. `sheets.transfer_links` needs `transfer-links:read`. */
                include?: ("connection" | "sheets" | "sheets.transfer_links")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[connection_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Spreadsheet"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Spreadsheets.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `sheets.transfer_links` needs `transfer-links:read`. */
                include?: ("connection" | "sheets" | "sheets.transfer_links")[];
            };
            header?: never;
            path: {
                spreadsheetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Spreadsheet"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Sheets.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name")[];
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`. */
                include?: ("spreadsheet" | "spreadsheet.connection" | "transfer_links")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[connection_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[spreadsheet_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sheet"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Sheets.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`. */
                include?: ("spreadsheet" | "spreadsheet.connection" | "transfer_links")[];
            };
            header?: never;
            path: {
                sheetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sheet"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WorkspaceCallback.back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser is sent on. */
            303: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WorkspaceConnections.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description Related resources to embed. `databases.data_sources.transfer_links` needs `transfer-links:read`. */
                include?: ("databases" | "databases.data_sources" | "databases.data_sources.transfer_links")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkspaceConnection"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WorkspaceConnections.connect": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConnectByTokenOrLinkBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection created.";
                        data: components["schemas"]["WorkspaceConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WorkspaceConnections.authorize": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeDestinationBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Authorization started.";
                        data: components["schemas"]["WorkspaceConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WorkspaceConnections.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `databases.data_sources.transfer_links` needs `transfer-links:read`. */
                include?: ("databases" | "databases.data_sources" | "databases.data_sources.transfer_links")[];
            };
            header?: never;
            path: {
                workspaceConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkspaceConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WorkspaceConnections.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceConnectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDestinationBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection updated.";
                        data: components["schemas"]["WorkspaceConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WorkspaceConnections.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WorkspaceConnections.refresh": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceConnectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Destination connection refreshed.";
                        data: components["schemas"]["WorkspaceConnection"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Databases.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name")[];
                /** @description Related resources to embed. `data_sources.transfer_links` needs `transfer-links:read`. */
                include?: ("connection" | "data_sources" | "data_sources.transfer_links")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[connection_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkspaceDatabase"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Databases.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `data_sources.transfer_links` needs `transfer-links:read`. */
                include?: ("connection" | "data_sources" | "data_sources.transfer_links")[];
            };
            header?: never;
            path: {
                databaseId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkspaceDatabase"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DataSources.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name")[];
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`. */
                include?: ("database" | "database.connection" | "transfer_links")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[connection_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[database_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DataSource"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DataSources.one": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`. */
                include?: ("database" | "database.connection" | "transfer_links")[];
            };
            header?: never;
            path: {
                dataSourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DataSource"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Feeds.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Feed"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Feeds.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFeedBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Feed created.";
                        data: components["schemas"]["Feed"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Feeds.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                feedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Feed"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Feeds.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                feedId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFeedBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Feed updated.";
                        data: components["schemas"]["Feed"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Feeds.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                feedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Feed deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinks.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description Related resources to embed. `financial_account` needs `accounts:read`, `destination` needs `destinations:read`, `rules` needs `rules:read`. */
                include?: ("financial_account" | "destination" | "rules")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[destination_type]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[destination_id]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[active]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[sync_mode]"?: string;
                /** @description Of `history.state`. One value or several, separated by commas. */
                "filter[history_state]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TransferLink"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTransferLinkBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer link created.";
                        data: components["schemas"]["TransferLink"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinks.show": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `financial_account` needs `accounts:read`, `destination` needs `destinations:read`, `rules` needs `rules:read`. */
                include?: ("financial_account" | "destination" | "rules")[];
            };
            header?: never;
            path: {
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TransferLink"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinks.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTransferLinkBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer link updated.";
                        data: components["schemas"]["TransferLink"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinks.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer link deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinks.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer link paused.";
                        data: components["schemas"]["TransferLink"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinks.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer link resumed.";
                        data: components["schemas"]["TransferLink"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinks.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Failed transfers are tried again.";
                        data: {
                            retried: string;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinksBulk.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTransferLinksBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer links updated.";
                        data: {
                            results: {
                                /** @description Null where a link was to be made and was refused. */
                                transfer_link_id: string | null;
                                success: boolean;
                                message: string;
                                /** @description The link as it is now; null where it was refused, or deleted. */
                                data: components["schemas"]["TransferLink"] | null;
                                error: ("not_found" | "invalid" | "conflict" | "forbidden") | null;
                                /** @description By the member that is wrong. */
                                errors: {
                                    [key: string]: string[];
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinksBulk.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTransferLinksBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer links created.";
                        data: {
                            results: {
                                /** @description Null where a link was to be made and was refused. */
                                transfer_link_id: string | null;
                                success: boolean;
                                message: string;
                                /** @description The link as it is now; null where it was refused, or deleted. */
                                data: components["schemas"]["TransferLink"] | null;
                                error: ("not_found" | "invalid" | "conflict" | "forbidden") | null;
                                /** @description By the member that is wrong. */
                                errors: {
                                    [key: string]: string[];
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLinksBulk.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteTransferLinksBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer links deleted.";
                        data: {
                            results: {
                                /** @description Null where a link was to be made and was refused. */
                                transfer_link_id: string | null;
                                success: boolean;
                                message: string;
                                /** @description The link as it is now; null where it was refused, or deleted. */
                                data: components["schemas"]["TransferLink"] | null;
                                error: ("not_found" | "invalid" | "conflict" | "forbidden") | null;
                                /** @description By the member that is wrong. */
                                errors: {
                                    [key: string]: string[];
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DriftChecks.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description One value or several, separated by commas. */
                "filter[status]"?: string;
            };
            header?: never;
            path: {
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DriftCheck"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DriftChecks.start": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Drift check started.";
                        data: components["schemas"]["DriftCheck"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DriftChecks.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transferLinkId: string;
                driftCheckId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DriftCheck"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DriftChecks.differences": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("place" | "-place")[];
                /** @description One value or several, separated by commas. */
                "filter[kind]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[transaction_id]"?: string;
            };
            header?: never;
            path: {
                transferLinkId: string;
                driftCheckId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DriftDifference"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferFailures.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TransferFailures"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferFailures.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryFailuresBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Failed transfers are tried again.";
                        data: {
                            retried: number;
                            /** @description How many could not be retried, by the reason. */
                            refused: {
                                /** @enum {string} */
                                error: "not_found" | "nothing_to_retry" | "removed" | "link_paused" | "link_ended" | "waits_for_currency";
                                message: string;
                                transfers: number;
                            }[];
                            /** @description How many more there are: send the request again. */
                            remaining: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLogs.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at")[];
                /** @description Related resources to embed. */
                include?: "transfer_link"[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[transfer_link_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[transaction_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[destination_type]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[destination_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[operation]"?: string;
                /** @description What the attempt came to. One value or several, separated by commas. */
                "filter[status]"?: string;
                /** @description The current status of the transaction on the link. One value or several, separated by commas. */
                "filter[transfer_status]"?: string;
                /** @description How the row is at the destination now, as far as is known. One value or several, separated by commas. */
                "filter[destination_state]"?: string;
                /** @description On the day or after it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_after]"?: string;
                /** @description On the day or before it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_before]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TransferLog"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLogs.show": {
        parameters: {
            query?: {
                /** @description Related resources to embed. */
                include?: "transfer_link"[];
            };
            header?: never;
            path: {
                transferLogId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TransferLog"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLogs.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transferLogId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer is tried again.";
                        data: components["schemas"]["TransferLog"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLogs.undo": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                transferLogId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Transfer is being undone.";
                        data: components["schemas"]["TransferLog"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLogs.retryBulk": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferLogsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Bulk retry completed.";
                        data: {
                            results: {
                                transfer_log_id: string;
                                success: boolean;
                                message: string;
                                error: ("not_found" | "nothing_to_retry" | "removed" | "link_paused" | "link_ended" | "waits_for_currency") | null;
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "TransferLogs.undoBulk": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferLogsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Bulk undo completed.";
                        data: {
                            results: {
                                transfer_log_id: string;
                                success: boolean;
                                message: string;
                                error: ("not_found" | "not_undoable" | "already_undone") | null;
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Rules.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name")[];
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`, `financial_accounts` needs `accounts:read`. */
                include?: ("transfer_links" | "financial_accounts" | "conditions.rules" | "actions.rules")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[description]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[scope]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[type]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[enabled]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[output_compatible]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[compatible_destinations]"?: string;
                /** @description Rules with such an action. One value or several, separated by commas. */
                "filter[action_type]"?: string;
                /** @description Rules with a condition or an action on the field. Exact match; several values are separated by commas. */
                "filter[field_name]"?: string;
                /** @description Rules that are attached to the account. One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description Rules that are attached to the link. One id or several, separated by commas. */
                "filter[transfer_link_id]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Rule"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Rules.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRuleBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule created.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Rules.fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleLanguage"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Rules.show": {
        parameters: {
            query?: {
                /** @description Related resources to embed. `transfer_links` needs `transfer-links:read`, `financial_accounts` needs `accounts:read`. */
                include?: ("transfer_links" | "financial_accounts" | "conditions.rules" | "actions.rules")[];
            };
            header?: never;
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Rules.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRuleBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule updated.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Rules.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Rules.enable": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule enabled.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Rules.disable": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule disabled.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleAttachments.attachToTransferLink": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AttachRuleBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule attached to transfer link.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleAttachments.detachFromTransferLink": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
                transferLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule detached from transfer link.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleAttachments.attachToAccount": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AttachRuleBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule attached to financial account.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleAttachments.detachFromAccount": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule detached from financial account.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleTargets.attachToAccounts": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleAccountsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule attached to financial accounts.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleTargets.detachFromAccounts": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleAccountsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule detached from financial accounts.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleTargets.attachToTransferLinks": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleTransferLinksBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule attached to transfer links.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleTargets.detachFromTransferLinks": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleTransferLinksBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule detached from transfer links.";
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleApplications.preview": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRuleBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RulePreview"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleApplications.apply": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApplyRuleBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule application started.";
                        data: components["schemas"]["RuleApplication"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleApplications.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description One value or several, separated by commas. */
                "filter[status]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[dry_run]"?: string;
            };
            header?: never;
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleApplication"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleApplications.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ruleId: string;
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleApplication"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleLogs.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at")[];
                /** @description Related resources to embed. */
                include?: "rule"[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[rule_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[action_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[action_type]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[transaction_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[transfer_link_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[kind]"?: string;
                /** @description Exact match; several values are separated by commas. */
                "filter[field_name]"?: string;
                /** @description Whether the log was undone. `true`, `false`, or both, separated by a comma. */
                "filter[undone]"?: string;
                /** @description On the day or after it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_after]"?: string;
                /** @description On the day or before it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_before]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleLog"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleLogs.show": {
        parameters: {
            query?: {
                /** @description Related resources to embed. */
                include?: "rule"[];
            };
            header?: never;
            path: {
                ruleLogId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleLog"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleLogs.undoBulk": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRuleLogsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Bulk undo completed.";
                        data: {
                            results: {
                                rule_log_id: string;
                                success: boolean;
                                message: string;
                                /** @description The log of the reversal. */
                                data: components["schemas"]["RuleLog"] | null;
                                error: ("not_found" | "not_undoable" | "already_undone" | "later_change") | null;
                                /** @description The log that changed the same field later, and must be undone first. */
                                later_rule_log_id: string | null;
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "RuleLogs.undo": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRuleLogBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Rule log undone.";
                        data: components["schemas"]["RuleLog"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "CategorySuggestions.suggest": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestCategoriesBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CategorySuggestions"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Categories.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "group" | "-group")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
                /** @description Exact match; several values are separated by commas. */
                "filter[group]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[hidden]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Category"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Categories.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCategoryBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Category created.";
                        data: components["schemas"]["Category"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Categories.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Category"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Categories.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCategoryBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Category updated.";
                        data: components["schemas"]["Category"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Categories.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteCategoryBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Category deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Categories.import": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCategoriesBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Categories imported.";
                        data: {
                            results: {
                                /** @description Which category of the request it is about, from 0. */
                                index: number;
                                added: boolean;
                                data: components["schemas"]["Category"];
                            }[];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Webhooks.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description The whole URL: whether a program has registered itself already. Exact match; several values are separated by commas. */
                "filter[url]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[type]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[enabled]"?: string;
                /** @description Endpoints that listen for one of these event types, by the name that they registered. Exact match; several values are separated by commas. */
                "filter[event]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Webhooks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Webhook endpoint created.";
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Webhooks.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Webhooks.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Webhook endpoint updated.";
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Webhooks.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Webhook endpoint deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Webhooks.rotate": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Webhook secret rotated.";
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WebhookDeliveries.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description The `webhook-id` that the endpoint got. Exact match; several values are separated by commas. */
                "filter[message_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[event_type]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[status]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description Deliveries whose body has the transaction. One id or several, separated by commas. */
                "filter[transaction_id]"?: string;
                /** @description On the day or after it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_after]"?: string;
                /** @description On the day or before it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_before]"?: string;
            };
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WebhookDeliveries.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WebhookDeliveries.figures": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookFigures"][];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WebhookDeliveries.redeliver": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Delivery queued again.";
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WebhookDeliveries.recover": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverDeliveriesBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Recovery started.";
                        data: {
                            deliveries: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WebhookDeliveries.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendTestEventBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Test event queued.";
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WebhookEvents.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at")[];
                /** @description Without IBAN and BBAN. */
                omit_sensitive_identifiers?: boolean;
                /** @description A legacy name among them asks for payload version v1. One value or several, separated by commas. */
                "filter[type]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description Events after the one of this id. To follow what happens, ask with `sort=id` for what comes after the last event that you have: nothing ever appears before it later. One id or several, separated by commas. */
                "filter[after]"?: string;
                /** @description On the day or after it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_after]"?: string;
                /** @description On the day or before it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_before]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEventBody"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "WebhookEvents.samples": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at")[];
                /** @description Without IBAN and BBAN. */
                omit_sensitive_identifiers?: boolean;
                /** @description A legacy name among them asks for payload version v1. One value or several, separated by commas. */
                "filter[type]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[financial_account_id]"?: string;
                /** @description Events after the one of this id. To follow what happens, ask with `sort=id` for what comes after the last event that you have: nothing ever appears before it later. One id or several, separated by commas. */
                "filter[after]"?: string;
                /** @description On the day or after it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_after]"?: string;
                /** @description On the day or before it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_before]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventBody"][];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "EventTypes.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventType"][];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Stream.open": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event that was received: the stream continues after it. `EventSource` sends it by itself. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredServices.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdministeredService"][];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredServices.sizes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            database_bytes: number | null;
                            services: components["schemas"]["AdministeredServiceSizes"][];
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DeadLetters.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id")[];
                /** @description The topic of the message. Exact match; several values are separated by commas. */
                "filter[topic]"?: string;
            };
            header?: never;
            path: {
                service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeadLetter"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DeadLetters.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
                deadLetterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeadLetterContent"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DeadLetters.replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeadLettersBody"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The dead letters are processed again.";
                        data: {
                            /** @description How many were chosen. */
                            dead_letters: number;
                            request: components["schemas"]["AdministrationRequest"] | null;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "DeadLetters.drop": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeadLettersBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The dead letters are deleted.";
                        data: {
                            /** @description How many were chosen. */
                            dead_letters: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ServiceRequests.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id")[];
            };
            header?: never;
            path: {
                service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecordedRequest"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ServiceRequests.start": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkBody"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The work is requested.";
                        data: components["schemas"]["AdministrationRequest"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ServiceRequests.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: "api-gateway" | "ingestion-sync" | "rule-engine" | "transfer-engine" | "webhook-dispatcher";
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdministrationRequest"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "QueryModel.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["QueryModelRebuild"] | null;
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "QueryModel.begin": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The rebuild has begun.";
                        data: components["schemas"]["QueryModelRebuild"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "QueryModel.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The rebuild is cancelled.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ProviderKeys.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderKeys"][];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ProviderKeys.set": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                provider: "PROVIDER_A" | "PROVIDER_B" | "PROVIDER_C";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderKeysBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The keys are in force.";
                        data: components["schemas"]["ProviderKeys"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ProviderKeys.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                provider: "PROVIDER_A" | "PROVIDER_B" | "PROVIDER_C";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The keys are removed.";
                        data: components["schemas"]["ProviderKeys"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "User.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "User.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeUserBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "User changed.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "User.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteUserBody"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The user is being deleted.";
                        data: components["schemas"]["UserErasure"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Sessions.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Sessions.endOthers": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Sessions ended.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Sessions.end": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Session ended.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "SecurityEvents.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[type]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[token_id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[app_id]"?: string;
                /** @description Networks as they are shown. Exact match; several values are separated by commas. */
                "filter[address]"?: string;
                /** @description On the day or after it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_after]"?: string;
                /** @description On the day or before it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_before]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SecurityEvent"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "UserErasures.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                erasureId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UserErasure"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "UserExports.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UserExport"][];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "UserExports.request": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Export requested.";
                        data: components["schemas"]["UserExport"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "UserExports.fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Tokens.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "last_used_at" | "-last_used_at" | "expires_at" | "-expires_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PersonalAccessToken"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Tokens.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTokenBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Token created.";
                        data: components["schemas"]["PersonalAccessToken"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Tokens.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PersonalAccessToken"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Tokens.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeTokenBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Token changed.";
                        data: components["schemas"]["PersonalAccessToken"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Tokens.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Token deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Tokens.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Token revoked.";
                        data: components["schemas"]["PersonalAccessToken"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Apps.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["App"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Apps.register": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterAppBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "App registered.";
                        data: components["schemas"]["App"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Apps.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["App"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Apps.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAppBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "App changed.";
                        data: components["schemas"]["App"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Apps.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "App deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Apps.rotate": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Secret rotated.";
                        data: components["schemas"]["App"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Grants.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "last_used_at" | "-last_used_at" | "expires_at" | "-expires_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[app_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Grant"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Grants.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                grantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Grant"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Grants.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                grantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeGrantBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Grant changed.";
                        data: components["schemas"]["Grant"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Grants.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                grantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Grant revoked.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ManagedUsers.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description The app’s own id of the user. Exact match; several values are separated by commas. */
                "filter[managed_user]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ManagedUser"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ManagedUsers.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                managedUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ManagedUser"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "ManagedUsers.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                managedUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The user is being deleted.";
                        data: components["schemas"]["UserErasure"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredUsers.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "email" | "-email" | "created_at" | "-created_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[email]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[role]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[plan]"?: string;
                /** @description `true`, `false`, or both, separated by a comma. */
                "filter[disabled]"?: string;
                /** @description On the day or after it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_after]"?: string;
                /** @description On the day or before it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_before]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdministeredUser"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredUsers.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAdministeredUserBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "User created.";
                        data: components["schemas"]["NewPassword"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredUsers.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdministeredUser"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredUsers.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAdministeredUserBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "User changed.";
                        data: components["schemas"]["AdministeredUser"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredUsers.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The user is being deleted.";
                        data: components["schemas"]["UserErasure"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredUsers.resetPassword": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Password replaced.";
                        data: components["schemas"]["NewPassword"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredInvitations.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "expires_at" | "-expires_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredInvitations.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateInvitationBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Invitation created.";
                        data: components["schemas"]["NewInvitation"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredInvitations.used": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id")[];
                /** @description One id or several, separated by commas. */
                "filter[user_id]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UsedInvitation"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredInvitations.withdraw": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Invitation withdrawn.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredAccesses.tokens": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "last_used_at" | "-last_used_at" | "expires_at" | "-expires_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PersonalAccessToken"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredAccesses.grants": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "last_used_at" | "-last_used_at" | "expires_at" | "-expires_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[app_id]"?: string;
                /** @description Found anywhere in the text, in any case; several values are separated by commas. */
                "filter[name]"?: string;
            };
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Grant"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredAccesses.revokeAccesses": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Accesses revoked.";
                        data: components["schemas"]["RevokedAccesses"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredAccesses.revokeToken": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Token revoked.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredAccesses.revokeGrant": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                grantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Grant revoked.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredAccesses.apps": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "name" | "-name" | "created_at" | "-created_at")[];
                /** @description One id or several, separated by commas. */
                "filter[id]"?: string;
                /** @description One id or several, separated by commas. */
                "filter[user_id]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdministeredApp"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AdministeredAccesses.deleteApp": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "App deleted.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "AuditTrail.list": {
        parameters: {
            query?: {
                /** @description Page to start from. */
                "page[number]"?: number;
                /** @description Results per page. */
                "page[size]"?: number;
                /** @description Fields to sort by; a leading `-` is descending. */
                sort?: ("id" | "-id" | "created_at" | "-created_at")[];
                /** @description One id or several, separated by commas. */
                "filter[administrator_id]"?: string;
                /** @description One value or several, separated by commas. */
                "filter[act]"?: string;
                /** @description `user 7`. Exact match; several values are separated by commas. */
                "filter[subject]"?: string;
                /** @description On the day or after it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_after]"?: string;
                /** @description On the day or before it, in UTC. Inclusive; `YYYY-MM-DD`. */
                "filter[created_before]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdministrationEvent"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            /** @description Base path of the links to pages. */
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Notices.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticeSettings"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Notices.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoticeSettingsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Notices changed.";
                        data: components["schemas"]["NoticeSettings"];
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
    "Notices.confirmAgain": {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is repeated with the same key within 24 hours is carried out once and gets the first answer again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of two apps, and of two restricted tokens, have nothing to do with each other. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "A mail is on its way if there is an address to confirm.";
                    };
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorMessage"] | components["schemas"]["ValidationError"];
                };
            };
        };
    };
}
