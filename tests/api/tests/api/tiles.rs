//! Tiles of maps: the page says where they come from, and its policy lets them in.

use api_tests::{INDEX, TestApp, both_databases};

async fn on(app: &TestApp, url: &str, attribution: Option<&str>) -> TestApp {
    let (url, attribution) = (url.to_owned(), attribution.map(str::to_owned));
    let restarted = app.restarted(|config| {
        config.tile_url = Some(url);
        config.tile_attribution = attribution;
    });
    restarted.await
}

async fn page(app: &TestApp, path: &str) -> String {
    app.get(path).send().await.expect_status(200).text()
}

both_databases! {
    async fn without_tiles_the_page_names_none(app: TestApp) {
        assert!(INDEX.contains(r#"<meta name="callout-tiles" content="" />"#));
        assert_eq!(page(&app, "/booking/C-1").await, INDEX);
        let policy = app.get("/").send().await;
        assert!(policy.header("content-security-policy").unwrap_or_default().contains("img-src 'self' blob:;"));
        // A setting of blanks is none.
        assert_eq!(page(&on(&app, " ", Some("Nobody")).await, "/").await, INDEX);
    }

    async fn the_page_names_the_tiles_and_lets_them_in(app: TestApp) {
        let app = on(&app, "https://{s}.tiles.example/{z}/{x}/{y}{r}.png?key=a&b", Some("© \"Maps\" <Ltd>")).await;
        let named = r#"<meta name="callout-tiles" content="https://{s}.tiles.example/{z}/{x}/{y}{r}.png?key=a&amp;b" data-attribution="© &quot;Maps&quot; &lt;Ltd>" />"#;
        for path in ["/", "/index.html", "/booking/C-1"] {
            // The encoded copy that the build made does not name them.
            let answer = app.get(path).header("accept-encoding", "br, gzip").send().await.expect_status(200);
            assert_eq!(answer.header("content-encoding"), None, "{path}");
            assert!(answer.text().contains(named), "{}", answer.text());
            let policy = answer.header("content-security-policy").unwrap_or_default();
            assert!(policy.contains("img-src 'self' blob: https://*.tiles.example;"), "{policy}");
        }
        let plain = on(&app, "https://tiles.example/{z}/{x}/{y}.png", None).await;
        assert!(page(&plain, "/").await.contains(r#"<meta name="callout-tiles" content="https://tiles.example/{z}/{x}/{y}.png" />"#));
    }

    async fn another_setting_is_another_page(app: TestApp) {
        let tag = async |app: &TestApp| app.get("/").send().await.header("etag").unwrap_or_default().to_owned();
        let (none, one) = (tag(&app).await, on(&app, "https://one.example/{z}/{x}/{y}.png", None).await);
        let again = one.get("/").header("if-none-match", &none).send().await;
        assert_eq!(again.status, 200);
        let same = tag(&one).await;
        let _ = one.get("/").header("if-none-match", &same).send().await.expect_status(304);
    }
}
