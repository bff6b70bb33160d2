//! The files of the page: complete, and without a word to another host.

use nullwindow_theatre::site::FILES;

fn text(path: &str) -> String {
    let file = FILES.iter().find(|file| file.path == path).unwrap();
    String::from_utf8(file.content.to_vec()).unwrap()
}

#[test]
fn the_page_names_only_files_that_are_there() {
    let page = text("index.html");
    for part in page.split(['"', '\'']).filter(|part| part.ends_with(".js") || part.ends_with(".css")) {
        assert!(FILES.iter().any(|file| file.path == part.trim_start_matches("./")), "{part}");
    }
    assert!(page.contains("lang="));
}

#[test]
fn the_page_loads_nothing_from_another_host() {
    for file in FILES.iter().filter(|file| file.path != "LICENSES.txt") {
        let text = text(file.path);
        for (place, _) in text.match_indices("//") {
            let before = &text[..place];
            let is_address = before.ends_with("http:") || before.ends_with("https:");
            let rest: String = text[place..].chars().take(30).collect();
            // Names of namespaces are not addresses that anything is loaded from.
            let is_name = rest.starts_with("//www.w3.org/");
            assert!(!is_address || is_name, "{}: {rest}", file.path);
        }
        assert!(!text.contains("@import"), "{}", file.path);
    }
}
